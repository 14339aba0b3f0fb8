import { expect, test } from 'bun:test';
import { profileOf } from '../lexicon/fit.ts';
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

test('an explanation says why each impression was not sold', () => {
  const closed = [{ impid: '2', reason: 'no-native' }];
  const result = { ...RESULT, inventory: { open: [], closed } } as unknown as AuctionResult;
  const wire = { id: 'r', imp: [{ id: '1' }, { id: '2' }] } as unknown as BidRequest;
  const { imps } = explain({ wire, isTest: false }, result, CIRCUMSTANCES);
  expect(imps.map(({ noBidReason }) => noBidReason)).toEqual(['no-demand', 'no-native']);
});

test('an explanation has the bids for impressions that the request does not have', () => {
  const bid = {
    impid: '9',
    seat: 's',
    id: 'b',
    priceMicros: 2_000_000,
    currency: 'USD',
    adomain: [],
    fit: {
      score: 0.126,
      profile: profileOf({ subjects: [0], shares: [1] }),
      conversation: { subjects: [1], shares: [1] },
    },
  };
  const loss = { code: 3, reason: 'impression "9" is not in this auction' };
  const result = {
    ...RESULT,
    losses: [{ partner: 'acme', bid, loss }],
  } as unknown as AuctionResult;
  expect(explain(REQUEST, result, CIRCUMSTANCES).strayBids).toEqual([
    {
      partner: 'acme',
      seat: 's',
      id: 'b',
      price: 2,
      cur: 'USD',
      adomain: [],
      crid: null,
      code: 3,
      fate: 'impression "9" is not in this auction',
      impid: '9',
      fit: 'fit 0.13: about shoes, the conversation is about clothing',
    },
  ]);
});

test('an explanation names the first hundred deals that a partner did not get (ruling 72)', () => {
  const withheldDeals = Array.from({ length: 101 }, (_, i) => ({ impid: '1', dealid: `${i}` }));
  const result = { ...RESULT, solicitations: [{ withheldDeals }] } as unknown as AuctionResult;
  const [partner] = explain(REQUEST, result, CIRCUMSTANCES).partners;
  expect(partner?.withheldDeals).toEqual(withheldDeals.slice(0, 100));
});
