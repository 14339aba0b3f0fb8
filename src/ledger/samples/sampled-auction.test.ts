import { expect, test } from 'bun:test';
import { requestOf, solicit } from '../../../test/campaigns/test-support.ts';
import type { Auction } from '../../core/auction/auction.ts';
import type { Win } from '../../core/auction/award.ts';
import { Drop, LOSS } from '../../core/auction/drop.ts';
import type { PartnerBid } from '../../core/auction/partner.ts';
import type { ValidRequest } from '../../core/openrtb/validate.ts';
import { sampleText } from './sampled-auction.ts';
import { isPhrase } from './sampled-context.ts';
import { readSampledOutcome } from './sampled-outcomes.ts';

function bidOf(fields: Partial<PartnerBid> = {}): PartnerBid {
  return {
    id: '',
    impid: '1',
    priceMicros: 2_000_000,
    currency: 'USD',
    seat: 'seat',
    creative: { kind: 'markup', adm: '' },
    adomain: [],
    ...fields,
  };
}

type Bids = {
  readonly won?: readonly PartnerBid[];
  readonly lost?: readonly (readonly [keyof typeof LOSS, PartnerBid])[];
};

function sampleOf(request: ValidRequest, { won = [], lost = [] }: Bids = {}) {
  const partner = 'dsp';
  // Of a win, this is all that a sample is made of.
  const wins = won.map((bid) => ({ candidate: { partner, bid } }) as Win);
  const losses = lost.map(([why, bid]) => ({ partner, bid, loss: new Drop(LOSS[why], '') }));
  const inventory: Auction['inventory'] = {
    open: solicit(request).imps,
    closed: [],
    sensitive: undefined,
    isSpecial: undefined,
    currency: { code: 'USD', usdPerUnit: 1 },
    warnings: [],
  };
  const auction = { request, inventory, solicitations: [], asked: [], wins, losses };
  return JSON.parse(sampleText(auction, new Map()));
}

test('a sample tells what the auction came to: what was sold, what each bid came to, and why there was no ad', () => {
  const bid = bidOf({ adomain: ['a.example'] });
  const told = (bids: Bids) => readSampledOutcome(JSON.stringify(sampleOf(requestOf(), bids)));
  const listed = { partner: 'dsp', seat: 'seat', advertisers: ['a.example'], cpmUsd: 2 };
  expect(told({ won: [bid], lost: [['outbid', bid]] })).toMatchObject({
    outcome: 'bid',
    reasons: [],
    bids: [
      { ...listed, code: 0 },
      { ...listed, code: 102 },
    ],
  });
  expect(told({ lost: [['belowFloor', bid]] })).toMatchObject({
    outcome: 'no-bid',
    reasons: ['below-floor'],
    bids: [{ ...listed, code: 100 }],
  });
  expect(told({})).toMatchObject({ outcome: 'no-bid', reasons: ['no-demand'], bids: [] });
  expect(readSampledOutcome('{"request":')).toBeUndefined();
});

test('bids that a lower floor would let in are kept, and those that had a fault are not', () => {
  const cheap = (usd: number) => bidOf({ priceMicros: usd * 1e6 });
  const { bids } = sampleOf(requestOf(), {
    won: [cheap(5)],
    lost: [
      ['advertiserBlocked', cheap(9)],
      ['belowDealFloor', cheap(1)],
      ['belowFloor', cheap(2)],
      ['lostToDeal', cheap(3)],
      ['outbid', cheap(4)],
    ],
  });
  const micros = (bids as { usdMicros: number }[]).map(({ usdMicros }) => usdMicros / 1e6);
  expect(micros).toEqual([5, 4, 3, 2, 1]);
});

test('a phrase is short and has neither an address nor a number that could be somebody’s', () => {
  const told = ['trail shoes', 'iphone 15 pro', 'best tents 202', 'a b c d e f', 'x'.repeat(60)];
  expect(told.filter((text) => !isPhrase(text))).toEqual([]);
  const withheld = ['call 0170', '01 70 12', '٠١٢٣', 'a@b', 'a＠b', 'x://y', 'me.example'];
  withheld.push('a b c d e f g', 'x'.repeat(61));
  expect(withheld.filter(isPhrase)).toEqual([]);
});
