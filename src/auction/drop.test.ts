import { expect, test } from 'bun:test';
import { NO_BID_REASONS } from '../openrtb/no-bid.ts';
import { Drop, LOSS } from './drop.ts';

test('every loss code tells the publisher a reason, and one without a reason does not compile', () => {
  for (const loss of Object.values(LOSS)) {
    expect(NO_BID_REASONS).toContain(new Drop(loss, 'a rule').slug);
  }
  // @ts-expect-error A loss that leaves the reason out is refused.
  const _ = new Drop({ code: LOSS.outbid.code }, 'a rule');
});
