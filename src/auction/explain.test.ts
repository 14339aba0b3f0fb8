import { expect, test } from 'bun:test';
import type { BidRequest } from '../openrtb/bid-request.ts';
import type { AuctionResult } from './auction-result.ts';
import { explain } from './explain.ts';

/** An auction in which one partner was asked and did not bid. */
const RESULT = {
  inventory: { open: [] },
  views: [],
  solicitations: [],
  asked: [{ partner: 'acme', latencyMs: 12.345_67, answer: { kind: 'no-bid', reason: 'nothing' } }],
  wins: [],
  losses: [],
} as unknown as AuctionResult;

const WIRE = { id: 'r', imp: [] } as unknown as BidRequest;
const REQUEST = { wire: WIRE, isTest: false };

const CIRCUMSTANCES = {
  requestId: 'h',
  nowMs: 0,
  tookMs: 1.234_56,
  deadlineMs: 500,
  warnings: [],
  notCalled: new Map<string, readonly string[]>(),
};

test('an explanation names the first hundred deals that a partner did not get (ruling 72)', () => {
  const withheldDeals = Array.from({ length: 101 }, (_, i) => ({ impid: '1', dealid: `${i}` }));
  const result = { ...RESULT, solicitations: [{ withheldDeals }] } as unknown as AuctionResult;
  const [partner] = explain(REQUEST, result, CIRCUMSTANCES).partners;
  expect(partner?.withheldDeals).toEqual(withheldDeals.slice(0, 100));
});
