import { expect, test } from 'bun:test';
import { SALE } from '../../test/notices/a-sale.ts';
import { aWin, type WinParts } from '../../test/notices/a-win.ts';
import type { AuctionResult } from '../auction/auction-result.ts';
import { RESERVATION_MS } from '../ledger/budgets/slice-memory.ts';
import type { Sold } from '../notices/sell.ts';
import type { BidResponse } from '../openrtb/bid-response.ts';
import type { ValidRequest } from '../openrtb/validate.ts';
import { respond } from './respond.ts';

const soldOf = (parts: WinParts = {}, change: Partial<Sold> = {}): Sold => ({
  win: aWin(parts),
  sale: SALE,
  responseMicros: 2_500_000,
  adm: '{}',
  nurl: 'n',
  burl: 'b',
  lurl: 'l',
  clientTrackers: undefined,
  leftOut: [],
  ...change,
});

function responseTo(...sold: readonly Sold[]): BidResponse {
  let ids = 0;
  const response = respond(sold, {
    request: { wire: { id: 'r' }, imps: [] } as unknown as ValidRequest, // Only these parts are read.
    result: { inventory: { currency: { code: 'EUR' } } } as unknown as AuctionResult,
    warnings: [],
    bidResponseId: 'response',
    newId: () => `bid-${++ids}`,
    labelsAi: () => true,
  });
  if (!('seatbid' in response)) throw new Error('expected a bid');
  return response;
}

/** The only bid, as JSON has it. */
const bidOf = (sold: Sold) =>
  responseTo(sold).seatbid[0]?.bid[0] as Readonly<Record<string, unknown>> | undefined;

test('a bid has the fields that its partner gave it, and no others', () => {
  const plain = {
    id: 'bid-1',
    impid: 'imp-1',
    price: 2.5,
    adm: '{}',
    adomain: ['shop.example'],
    mtype: 4,
    exp: 300,
    nurl: 'n',
    lurl: 'l',
  };
  const [cid, crid] = ['c-42', 'cr-9'];
  expect(bidOf(soldOf())).toEqual({ ...plain, burl: 'b', cid, crid });
  expect(bidOf(soldOf({}, { burl: undefined }))).toEqual({ ...plain, cid, crid });
  const { lurl: _, ...withoutLoss } = plain;
  const answered = JSON.stringify(bidOf(soldOf({}, { lurl: undefined })));
  expect(JSON.parse(answered)).toEqual({ ...withoutLoss, burl: 'b', cid, crid });
  expect(answered).not.toContain('lurl');
  const given = { cat: ['IAB1'], cattax: 1, attr: [3], language: 'de', exp: 60 };
  expect(bidOf(soldOf({ bid: given }))).toEqual({ ...plain, burl: 'b', cid, crid, ...given });
});

test('a bid says for how long its price is reserved, or its partner stands by it (ruling 68)', () => {
  const expOf = (exp: number) => bidOf(soldOf({ bid: { exp } }))?.exp;
  expect(bidOf(soldOf())?.exp).toBe(RESERVATION_MS / 1000);
  expect([1, 60, 299, 300, 301, 86_400].map(expOf)).toEqual([1, 60, 299, 300, 300, 300]);
  expect([0, -1].map(expOf)).toEqual([300, 300]);
});

test('what a partner says of AI is read, and whether it is labelled is ours to say', () => {
  const extOf = (ai: unknown) => bidOf(soldOf({ bid: { ext: { parley: { ai } } } }))?.ext;
  expect(extOf({ text: 'made', picture: 'drawn', label: false, own: 1 })).toEqual({
    parley: {
      ai: { text: 'made', label: true },
      provenance: { text: { digital_source_type: 'trained_algorithmic_media' } },
    },
  });
  for (const ai of ['made', null, {}, { picture: 'drawn' }]) expect(extOf(ai)).toEqual({});
});

test('the extension of the partner is passed on, except for ours (ruling 51)', () => {
  const ext = { own: 1, service: { forged: true }, parley: { forged: true } };
  expect(bidOf(soldOf({ bid: { ext } }))?.ext).toEqual({ own: 1 });
  expect(bidOf(soldOf())).not.toHaveProperty('ext');
});

test('the trackers for a client that calls nothing else stand behind those of the partner', () => {
  const won = { event: 500, method: 1, url: 'https://bid.example/n/win' } as const;
  const own = { event: 1, method: 1, url: 'https://t.example' };
  const clientTrackers = [won];
  const extWith = (ext?: Readonly<Record<string, unknown>>) =>
    bidOf(soldOf(ext === undefined ? {} : { bid: { ext } }, { clientTrackers }))?.ext;
  expect(extWith()).toEqual({ eventtrackers: [won] });
  expect(extWith({ a: 1, eventtrackers: [own] })).toEqual({ a: 1, eventtrackers: [own, won] });
  expect(extWith({ eventtrackers: 'none' })).toEqual({ eventtrackers: [won] });
});

test('bids of one seat of a partner share a seatbid, and the same seat of another does not', () => {
  const { id, bidid, cur, seatbid } = responseTo(
    soldOf(),
    soldOf({ partner: 'zenith' }),
    soldOf(),
    soldOf({ bid: { seat: 'seat-8' } }),
  );
  expect({ id, bidid, cur }).toEqual({ id: 'r', bidid: 'response', cur: 'EUR' });
  expect(seatbid.map(({ seat, bid }) => [seat, bid.map((one) => one.id)])).toEqual([
    ['seat-7', ['bid-1', 'bid-3']],
    ['seat-7', ['bid-2']],
    ['seat-8', ['bid-4']],
  ]);
});
