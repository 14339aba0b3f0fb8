import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { KEYWORDS_MAX, readKeywords, readPriceFilter } from './product-search.ts';

describe('keywords', () => {
  test('are separated by commas (keyword rule 1)', () => {
    expect(readKeywords('trail shoes,running').keywords).toEqual(['trail shoes', 'running']);
  });

  test('lose the whitespace around them and keep that within (keyword rule 2)', () => {
    expect(readKeywords('  trail  shoes ,\trunning\n').keywords).toEqual([
      'trail  shoes',
      'running',
    ]);
  });

  test('are lower-cased (keyword rule 3)', () => {
    expect(readKeywords('Trail SHOES,ÄPFEL').keywords).toEqual(['trail shoes', 'äpfel']);
  });

  test('count once, however they are written, where they first stand (keyword rule 4)', () => {
    expect(readKeywords('b,A, a ,B,c')).toEqual({ keywords: ['b', 'a', 'c'], ignored: 0 });
  });

  test('are the first ten, duplicates not counted (keyword rule 5)', () => {
    const list = 'a,a,A,b,c,d,e,f,g,h,i,j,k,l,a';
    expect(readKeywords(list)).toEqual({ keywords: [...'abcdefghij'], ignored: 2 });
    expect(readKeywords('a,b,c,d,e,f,g,h,i,j').ignored).toBe(0);
  });

  test('are none where nothing stands between the commas', () => {
    for (const list of ['', ' ', ',', ' , ,']) {
      expect(readKeywords(list)).toEqual({ keywords: [], ignored: 0 });
    }
  });

  test('of any text keep all five rules', () => {
    const lists = fc.array(fc.oneof(fc.string(), fc.constantFrom('a', ' A', 'b ')), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(lists, (parts) => {
        const list = parts.join(',');
        const { keywords, ignored } = readKeywords(list);
        const all = list
          .split(',')
          .map((part) => part.trim().toLowerCase())
          .filter((word, index, words) => word !== '' && words.indexOf(word) === index);
        expect([...keywords]).toEqual(all.slice(0, KEYWORDS_MAX));
        expect(ignored).toBe(Math.max(0, all.length - KEYWORDS_MAX));
      }),
    );
  });
});

describe('a price filter', () => {
  test('of two prices in order is used', () => {
    const read = readPriceFilter({ min_price: 50, max_price: 150.5, price_currency: 'USD' });
    expect(read).toEqual({ filter: { min: 50, max: 150.5 }, notes: [] });
  });

  test('of one price is used alone', () => {
    expect(readPriceFilter({ min_price: 0 })).toEqual({ filter: { min: 0 }, notes: [] });
    expect(readPriceFilter({ max_price: 9 })).toEqual({ filter: { max: 9 }, notes: [] });
  });

  test('of two equal prices is used', () => {
    expect(readPriceFilter({ min_price: 5, max_price: 5 }).filter).toEqual({ min: 5, max: 5 });
  });

  test('of nothing filters nothing', () => {
    const read = readPriceFilter({ min_price: null, max_price: null, price_currency: null });
    expect(read).toEqual({ filter: {}, notes: [] });
    expect(readPriceFilter({})).toEqual({ filter: {}, notes: [] });
  });

  test('with an invalid price loses that one alone (ruling 35)', () => {
    for (const bad of [-1, -0.01, '50', true, [], {}, Number.POSITIVE_INFINITY]) {
      const low = readPriceFilter({ min_price: bad, max_price: 9 });
      expect(low.filter).toEqual({ max: 9 });
      expect(low.notes.map(({ field }) => field)).toEqual(['.min_price']);
      const high = readPriceFilter({ min_price: 1, max_price: bad });
      expect(high.filter).toEqual({ min: 1 });
      expect(high.notes.map(({ field }) => field)).toEqual(['.max_price']);
    }
  });

  test('whose prices cross loses both (ruling 35)', () => {
    const { filter, notes } = readPriceFilter({ min_price: 10, max_price: 9.99 });
    expect(filter).toEqual({});
    expect(notes.map(({ field }) => field)).toEqual(['']);
  });

  test('that is no object is ignored (ruling 35)', () => {
    for (const extension of ['50-100', 50, true, [50, 100]]) {
      const { filter, notes } = readPriceFilter(extension);
      expect(filter).toEqual({});
      expect(notes.map(({ field }) => field)).toEqual(['']);
    }
  });

  test('keeps its prices whatever the currency is, and notes one that is unknown', () => {
    for (const currency of ['ZZZ', 'usd', 'US', '', 840, {}, ['USD'], { toString: 1 }]) {
      const { filter, notes } = readPriceFilter({ min_price: 1, price_currency: currency });
      expect(filter).toEqual({ min: 1 });
      expect([currency, notes.map(({ field }) => field)]).toEqual([currency, ['.price_currency']]);
    }
    expect(readPriceFilter({ price_currency: 'USD' }).notes).toEqual([]);
  });

  test('of an unknown currency is noted with the shortened value (ruling 46)', () => {
    const [note] = readPriceFilter({ price_currency: 'Z'.repeat(500) }).notes;
    expect(note?.code).toBe('CURRENCY_UNKNOWN');
    expect(note?.reason).toContain('"ZZZ');
    expect(note?.reason.length).toBeLessThan(150);
  });

  test('in another currency than the offers is not converted, and noted (ruling 55)', () => {
    for (const currency of ['EUR', 'JPY', 'CHF']) {
      const { filter, notes } = readPriceFilter({ max_price: 100, price_currency: currency });
      expect(filter).toEqual({ max: 100 });
      expect(notes).toEqual([
        {
          code: 'PRICE_CURRENCY_DIFFERS',
          field: '.price_currency',
          reason: expect.stringContaining(`not converted from ${currency}`),
        },
      ]);
    }
  });

  test('of any JSON value gives prices of at least 0 in order', () => {
    const price = fc.oneof(fc.double(), fc.integer(), fc.jsonValue());
    const extension = fc.oneof(
      fc.jsonValue(),
      fc.record(
        { min_price: price, max_price: price, price_currency: fc.jsonValue() },
        { requiredKeys: [] },
      ),
    );
    fc.assert(
      fc.property(extension, (value) => {
        const { min = 0, max = Number.MAX_VALUE } = readPriceFilter(value).filter;
        expect(min).toBeGreaterThanOrEqual(0);
        expect(max).toBeGreaterThanOrEqual(min);
        expect(max).toBeLessThanOrEqual(Number.MAX_VALUE);
      }),
      { numRuns: 500 },
    );
  });
});

test('of a very long list the first ten thousand keywords are counted (ruling 72)', () => {
  const list = Array.from({ length: 20_000 }, (_, index) => `k${index}`).join(',');
  const { keywords, ignored } = readKeywords(list);
  expect(keywords).toEqual(Array.from({ length: 10 }, (_, index) => `k${index}`));
  expect(ignored).toBe(10_000 - 10);
});
