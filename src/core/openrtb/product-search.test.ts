import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../test/properties/runs.ts';
import { KEYWORDS_MAX, readKeywords, readPriceFilter } from './product-search.ts';

test('keywords are trimmed, lower-cased, without duplicates, and the first ten (keyword rules 1 to 5)', () => {
  expect(readKeywords('  trail  shoes ,\trunning\n,ÄPFEL, Running').keywords).toEqual([
    'trail  shoes',
    'running',
    'äpfel',
  ]);
});

test('of a very long list the first ten thousand keywords are counted (ruling 72)', () => {
  const list = Array.from({ length: 20_000 }, (_, index) => `k${index}`).join(',');
  expect(readKeywords(list).ignored).toBe(10_000 - KEYWORDS_MAX);
});

const BAD_PRICES: readonly unknown[] = [-1, -0.01, '50', true, [], {}, Number.POSITIVE_INFINITY];
const BAD_CURRENCIES: readonly unknown[] = [
  'ZZZ',
  'usd',
  'US',
  '',
  840,
  {},
  ['USD'],
  { toString: 1 },
];

/** A filter, what is used of it, and the fields of the notes. */
const FILTERS: readonly (readonly [unknown, object, readonly string[]])[] = [
  [{ min_price: 50, max_price: 150.5, price_currency: 'USD' }, { min: 50, max: 150.5 }, []],
  [{ min_price: 0 }, { min: 0 }, []],
  [{ max_price: 9 }, { max: 9 }, []],
  [{ min_price: 5, max_price: 5 }, { min: 5, max: 5 }, []],
  [{ min_price: null, max_price: null, price_currency: null }, {}, []],
  [{}, {}, []],
  ...BAD_PRICES.flatMap((bad) => [
    [{ min_price: bad, max_price: 9 }, { max: 9 }, ['.min_price']] as const,
    [{ min_price: 1, max_price: bad }, { min: 1 }, ['.max_price']] as const,
  ]),
  [{ min_price: 10, max_price: 9.99 }, {}, ['']],
  ...['50-100', 50, true, [50, 100]].map((none) => [none, {}, ['']] as const),
  ...[...BAD_CURRENCIES, 'EUR', 'JPY'].map(
    (price_currency) =>
      [{ min_price: 1, price_currency }, { min: 1 }, ['.price_currency']] as const,
  ),
];

test('of a price filter what is invalid is ignored and noted, and the rest is used (rulings 35 and 55)', () => {
  for (const [extension, filter, fields] of FILTERS) {
    const read = readPriceFilter(extension);
    expect([extension, read.filter]).toEqual([extension, filter]);
    expect([extension, read.notes.map(({ field }) => field)]).toEqual([extension, fields]);
  }
});

test('a currency is noted by its kind of fault, with a shortened value (ruling 46)', () => {
  const noteOf = (price_currency: string) => readPriceFilter({ price_currency }).notes[0];
  expect(noteOf('EUR')).toMatchObject({ code: 'PRICE_CURRENCY_DIFFERS' });
  const unknown = noteOf('Z'.repeat(500));
  expect(unknown?.code).toBe('CURRENCY_UNKNOWN');
  expect(unknown?.reason.length).toBeLessThan(150);
});

test('a price filter of any JSON value gives prices of at least 0 in order', () => {
  const price = fc.oneof(fc.double(), fc.integer(), fc.jsonValue());
  const fields = { min_price: price, max_price: price, price_currency: fc.jsonValue() };
  const extension = fc.oneof(fc.jsonValue(), fc.record(fields, { requiredKeys: [] }));
  fc.assert(
    fc.property(extension, (value) => {
      const { min = 0, max = Number.MAX_VALUE } = readPriceFilter(value).filter;
      expect(min).toBeGreaterThanOrEqual(0);
      expect(max).toBeGreaterThanOrEqual(min);
      expect(max).toBeLessThanOrEqual(Number.MAX_VALUE);
    }),
    { numRuns: runs(100) },
  );
});
