import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../test/properties/runs.ts';
import { cutToMicros, fromMicros, toMicros } from '../../lib/money.ts';
import { Refusal } from '../../lib/refusal.ts';
import type { BidRequest } from '../openrtb/bid-request.ts';
import { validate } from '../openrtb/validate.ts';
import { paidMicros, pickWinner } from './award.ts';
import { checkTerms, type Judgement } from './check-bid.ts';
import { responseCurrency, USD } from './currency.ts';
import { Drop } from './drop.ts';
import { openImps } from './open-imps.ts';
import type { PartnerBid } from './partner.ts';
import { NO_RULES } from './rules.ts';

/** Prices finer than a millionth, from a bid to the price in the response (ruling 80). */

const CREATIVE = { kind: 'composed', native: { link: { url: 'https://a.example/' } } } as const;
const FORMATS = { find: () => undefined, isKnownAgent: () => false, list: [] };
const rules = { ...NO_RULES, formats: FORMATS as never };

type Market = {
  readonly at: 1 | 2;
  readonly cur: string;
  readonly imp: Partial<BidRequest['imp'][number]>;
  readonly bids: readonly (readonly [price: number, currency: string])[];
  readonly rates: ReadonlyMap<string, number>;
  readonly dealid?: string;
};

/** The price in the response, and the bid that pays it; undefined without a sale. */
function sell({ at, cur, imp, bids, rates, dealid }: Market) {
  const native = { request: '{"assets":[{"id":1,"title":{"len":25}}]}' };
  const request = validate({ id: 'r', at, cur: [cur], imp: [{ id: '1', native, ...imp }] });
  if (request instanceof Refusal) throw new Error(JSON.stringify(request));
  const { open } = openImps(request, rules, {
    rates,
    findSensitive: () => ({ match: undefined, isSpecial: undefined }),
  });
  const judgement: Judgement = { request, imps: open, rules, rates, passed: [] };
  const candidates = bids.flatMap(([price, currency]) => {
    const priceMicros = cutToMicros(price);
    const bid: PartnerBid = {
      id: 'b',
      impid: '1',
      seat: 's',
      adomain: [],
      creative: CREATIVE,
      priceMicros,
      currency,
      ...(dealid === undefined ? {} : { dealid }),
    };
    const allowed = checkTerms('p', bid, judgement);
    return allowed instanceof Drop
      ? []
      : [{ ...allowed, price, native: CREATIVE.native, format: undefined }];
  });
  const win = pickWinner(candidates, { type: at, chance: () => 0.5, rules });
  if (win === undefined) return undefined;
  const paid = candidates.find((candidate) => candidate === win.candidate);
  if (paid === undefined) throw new Error('another bid won');
  const answered = fromMicros(paidMicros(win, responseCurrency([cur], rates) ?? USD));
  return { answered, bid: paid.price, currency: paid.bid.currency, clearing: win.clearingMicros };
}

const usd = (bids: readonly number[], more: Partial<Market> = {}) =>
  sell({
    at: 1,
    cur: 'USD',
    imp: { bidfloor: 2.5 },
    bids: bids.map((price) => [price, 'USD']),
    rates: new Map(),
    ...more,
  })?.answered;

describe('a price finer than a millionth (ruling 80)', () => {
  test('is cut: it does not reach a floor above it, and the answer is not above it', () => {
    expect(usd([2.4999999])).toBeUndefined();
    expect(usd([2.4999999999])).toBeUndefined();
    expect(usd([2.5])).toBe(2.5);
    expect(usd([2.56789099])).toBe(2.56789);
    expect(usd([2.56789099, 2.5678905], { at: 2 })).toBe(2.56789);
  });

  test('is raised where it is the floor of a deal', () => {
    const imp = { pmp: { deals: [{ id: 'd', bidfloor: 2.5000001 }] } };
    expect(usd([2.5], { imp, dealid: 'd' })).toBeUndefined();
    expect(usd([2.500001], { imp, dealid: 'd' })).toBe(2.500001);
  });
});

const CODES = ['USD', 'AAA', 'BBB'];
const rate = fc.double({ min: 0.001, max: 500, noNaN: true });
const code = fc.constantFrom(...CODES);
const cents = fc.integer({ min: 0, max: 10_000 });

const market = fc
  .record({
    at: fc.constantFrom(1 as const, 2 as const),
    cur: code,
    floorCents: cents,
    floorCode: code,
    rates: fc.tuple(rate, rate),
    bids: fc.array(
      fc.record({
        code,
        // Mostly at the floor or close to it.
        aboveFloor: fc.oneof(
          fc.constant(0),
          fc.double({ min: -3e-6, max: 3e-6, noNaN: true }),
          cents.map((count) => count / 100),
        ),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  })
  .map(({ at, cur, floorCents, floorCode, rates, bids }) => {
    const usdPer = new Map([
      ['USD', 1],
      ['AAA', rates[0]],
      ['BBB', rates[1]],
    ]);
    const of = (name: string) => usdPer.get(name) ?? 1;
    const floor = floorCents / 100;
    return {
      floor,
      floorCode,
      of,
      market: {
        at,
        cur,
        imp: { bidfloor: floor, bidfloorcur: floorCode },
        bids: bids.map(({ code: currency, aboveFloor }) => {
          const least = currency === floorCode ? floor : (floor * of(floorCode)) / of(currency);
          return [Math.max(0, least + aboveFloor), currency] as const;
        }),
        rates: new Map([...usdPer].filter(([name]) => name !== 'USD')),
      },
    };
  });

const ERROR = 1e-12;

test('no answer is above its bid or below its floor, whatever the currencies, at 1 and 2 (ruling 80)', () => {
  let sold = 0;
  fc.assert(
    fc.property(market, ({ floor, floorCode, of, market: given }) => {
      const sale = sell(given);
      const { cur, bids, at } = given;
      const own = bids.filter(([, currency]) => currency === floorCode && currency === cur);
      if (
        own.some(
          ([price]) => cutToMicros(price) >= Math.max(1, toMicros(floor)) && price * of(cur) > 1e-6,
        )
      ) {
        expect(sale).toBeDefined();
      }
      if (sale === undefined || sale.clearing === 1) return;
      sold++;
      const { answered, bid, currency } = sale;
      expect(answered * of(cur)).toBeLessThanOrEqual(bid * of(currency) * (1 + ERROR));
      expect(answered * of(cur)).toBeGreaterThanOrEqual(floor * of(floorCode) * (1 - ERROR));
      if (cur === currency) expect(answered).toBeLessThanOrEqual(bid);
      if (cur === floorCode) expect(answered).toBeGreaterThanOrEqual(floor);
      if (cur === currency && at === 1) expect(answered).toBe(fromMicros(cutToMicros(bid)));
    }),
    { numRuns: runs(300) },
  );
  expect(sold).toBeGreaterThan(runs(100));
});
