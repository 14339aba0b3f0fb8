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
} as unknown as AuctionResult; // Only these parts are read.

const WIRE = { id: 'r', imp: [] } as unknown as BidRequest;

const CIRCUMSTANCES = {
  requestId: 'h',
  nowMs: 0,
  tookMs: 1.234_56,
  deadlineMs: 500,
  warnings: [],
};

test('an explanation says whether there was a bid', () => {
  expect(explain(WIRE, RESULT, CIRCUMSTANCES).outcome).toBe('no-bid');
  const won = { ...RESULT, wins: [{}] } as unknown as AuctionResult;
  expect(explain(WIRE, won, CIRCUMSTANCES).outcome).toBe('bid');
});

test('an explanation gives times in hundredths of a millisecond', () => {
  const { tookMs, partners } = explain(WIRE, RESULT, CIRCUMSTANCES);
  expect([tookMs, partners[0]?.latencyMs]).toEqual([1.23, 12.35]);
});

test('an explanation has the bids for impressions that the request does not have', () => {
  const bid = {
    impid: '9',
    seat: 's',
    id: 'b',
    priceMicros: 2_000_000,
    currency: 'USD',
    adomain: [],
  };
  const loss = { code: 3, reason: 'impression "9" is not in this auction' };
  const result = {
    ...RESULT,
    losses: [{ partner: 'acme', bid, loss }],
  } as unknown as AuctionResult;
  expect(explain(WIRE, result, CIRCUMSTANCES).strayBids).toEqual([
    {
      ...{ partner: 'acme', seat: 's', id: 'b', price: 2, cur: 'USD', adomain: [], crid: null },
      ...{ code: 3, fate: 'impression "9" is not in this auction', impid: '9' },
    },
  ]);
});
