import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { SALE } from '../../../test/notices/a-sale.ts';
import { aWin, type WinParts } from '../../../test/notices/a-win.ts';
import { runs } from '../../../test/properties/runs.ts';
import { NO_RULES } from '../auction/rules.ts';
import type { BidResponse } from '../openrtb/bid-response.ts';
import { KNOWN_FORMATS } from '../openrtb/known-formats.ts';
import { NoBid } from '../openrtb/no-bid.ts';
import type { ValidRequest } from '../openrtb/validate.ts';
import { NO_RENAMED_IDS } from '../repairs/repair-request.ts';
import { RESERVATION_MS } from '../sale/fact.ts';
import type { Sold } from '../sale/sell.ts';
import { respond } from './respond.ts';

const soldOf = (parts: WinParts = {}, change: Partial<Sold> = {}): Sold => ({
  win: aWin(parts),
  sale: SALE,
  responseMicros: 2_500_000,
  quotedAdm: '"{}"',
  nurl: 'n',
  burl: 'b',
  lurl: 'l',
  clientTrackers: undefined,
  leftOut: [],
  ...change,
});

type SoldAuction = Parameters<typeof respond>[0];

function textTo(sold: readonly Sold[], change: Partial<SoldAuction> = {}): string {
  let made = 0;
  const auction = {
    request: { wire: { id: 'r' }, imps: [] },
    rules: NO_RULES,
    inventory: { currency: { code: 'EUR' } },
    warnings: [],
    bidResponseId: 'response',
    ids: NO_RENAMED_IDS,
    sold,
    ...change,
  } as unknown as SoldAuction; // Only these parts are read.
  const response = respond(auction, { newId: () => `bid-${++made}`, nowMs: () => 0 });
  if (response instanceof NoBid) throw new Error('expected a bid');
  return response;
}

const responseTo = (...sold: readonly Sold[]): BidResponse => JSON.parse(textTo(sold));

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

const anyText = fc.string({ unit: 'binary', maxLength: 12 });
const anyAd = fc.record(
  {
    crid: anyText,
    cid: anyText,
    cat: fc.array(anyText, { maxLength: 3 }),
    cattax: fc.nat(),
    attr: fc.array(fc.nat(), { maxLength: 3 }),
    language: anyText,
    exp: fc.integer({ min: 1, max: 299 }),
    ext: fc.dictionary(anyText, fc.jsonValue()),
  },
  { requiredKeys: [] },
);
const anySold = fc
  .record({
    bid: anyAd,
    impid: anyText,
    seat: anyText,
    adomain: fc.array(anyText, { maxLength: 3 }),
    adm: anyText,
    nurl: fc.webUrl(),
    price: fc.nat(),
    format: fc.option(fc.constant(KNOWN_FORMATS[0]), { nil: undefined }),
  })
  .map(({ bid, impid, seat, adomain, adm, nurl, price, format }) => {
    const quotedAdm = JSON.stringify(adm);
    const sold = soldOf({ bid: { ...bid, impid, seat, adomain } });
    const candidate = { ...sold.win.candidate, format };
    const win = { ...sold.win, candidate };
    return { ...sold, win, quotedAdm, nurl, responseMicros: price };
  });

test('the text of an answer is as JSON.stringify writes it, whatever the bids have', () => {
  fc.assert(
    fc.property(fc.array(anySold, { minLength: 1, maxLength: 3 }), anyText, (sold, id) => {
      const request = { wire: { id }, imps: [] } as unknown as ValidRequest; // Only these parts are read.
      const text = textTo(sold, { request });
      const response: BidResponse = JSON.parse(text);
      expect(JSON.stringify(response)).toBe(text);
      expect(response.id).toBe(id);
      const bids = response.seatbid.flatMap(({ bid }) => bid);
      for (const { win, quotedAdm, nurl, responseMicros } of sold) {
        const { impid, adomain, crid, cid, cat, cattax, attr, language } = win.candidate.bid;
        const given = { impid, adomain, nurl, crid, cid, cat, cattax, attr, language };
        const price = responseMicros / 1e6;
        const expected = JSON.stringify({ ...given, price, adm: JSON.parse(quotedAdm) });
        expect(bids).toContainEqual(expect.objectContaining(JSON.parse(expected)));
      }
    }),
    { numRuns: runs(100) },
  );
});
