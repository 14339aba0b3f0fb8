import { expect, test } from 'bun:test';
import type { BidRequest } from '../openrtb/bid-request.ts';
import type { AuctionResult } from './auction-result.ts';
import { explain } from './explain.ts';
import type { Answer } from './solicit.ts';

/** An auction in which one partner was asked and did not bid. */
const RESULT = {
  inventory: { open: [] },
  views: [],
  solicitations: [],
  asked: [{ partner: 'acme', latencyMs: 12.345_67, answer: { kind: 'no-bid', reason: 'nothing' } }],
  wins: [],
  losses: [],
} as unknown as AuctionResult; // Only these parts are read.

/** What the explanation says of a partner that answered this. */
function partnerWith(answer: Answer) {
  const asked = [{ partner: 'acme', latencyMs: 0, answer }];
  const [partner] = explain(REQUEST, { ...RESULT, asked }, CIRCUMSTANCES).partners;
  return partner;
}

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

test('an explanation names the campaigns that were held back, what they would have bid, and why', () => {
  const held = { reason: 'budget', campaign: 'shoes', cause: 'pace', fault: 'too fast' } as const;
  const passed = [{ ...held, priceMicros: 2_500_000 }];
  expect(partnerWith({ kind: 'bids', bids: [], passed })).toMatchObject({
    passed: [{ ...held, price: 2.5 }],
  });
});

test('an explanation names the first hundred deals that a partner did not get (ruling 72)', () => {
  const withheldDeals = Array.from({ length: 101 }, (_, i) => ({ impid: '1', dealid: `${i}` }));
  const result = { ...RESULT, solicitations: [{ withheldDeals }] } as unknown as AuctionResult;
  const [partner] = explain(REQUEST, result, CIRCUMSTANCES).partners;
  expect(partner?.withheldDeals).toEqual(withheldDeals.slice(0, 100));
});
