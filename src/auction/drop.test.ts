import { expect, test } from 'bun:test';
import { NO_BID_REASONS } from '../openrtb/no-bid.ts';
import { Drop, LOSS, type LossCode } from './drop.ts';

test('every loss code tells the publisher a reason, and one without a reason does not compile', () => {
  for (const code of Object.values(LOSS)) {
    if (code !== LOSS.won) expect(NO_BID_REASONS).toContain(new Drop(code, 'a rule').slug);
  }
  // @ts-expect-error A table that leaves a code out is refused.
  const _: Readonly<Record<LossCode, string>> = { [LOSS.outbid]: 'invalid-bid' };
});
