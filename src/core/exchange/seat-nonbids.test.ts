import { expect, test } from 'bun:test';
import type { Auction } from '../auction/auction.ts';
import { seatNonBids } from './respond.ts';

test('a partner that was not asked for want of consent is told apart from one that had to wait', () => {
  const skipped = (partner: string, reason: string) => ({
    partner,
    answer: { kind: 'skipped', reason },
  });
  const auction = {
    asked: [skipped('strict', 'no-consent'), skipped('busy', 'qps-cap')],
    losses: [],
    imps: [{ imp: { id: '1' } }],
    ids: { imps: new Map() },
  } as unknown as Auction;
  expect(seatNonBids(auction)).toEqual([
    { seat: 'strict', nonbid: [{ impid: '1', statuscode: 204 }] },
    { seat: 'busy', nonbid: [{ impid: '1', statuscode: 200 }] },
  ]);
});
