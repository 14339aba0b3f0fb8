import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { ad, createTestPartner, solicit } from '../../../test/product-search.ts';
import { runs } from '../../../test/properties/runs.ts';
import { ADS_READ_MAX, readOffers } from './read-offers.ts';

function read(body: unknown) {
  return readOffers({ status: 200, text: JSON.stringify(body) });
}

describe('an item that is dropped, with a note', () => {
  const ITEMS: readonly (readonly [string, unknown, string])[] = [
    ['no object', 7, 'ads[0]: '],
    ['null', null, 'ads[0]: '],
    ['no title', ad({ title: undefined }), 'ads[0].title: '],
    ['a blank title', ad({ title: ' \n' }), 'ads[0].title: '],
    ['no click URL', ad({ url: undefined }), 'ads[0].url: '],
    ['a click URL by http', ad({ url: 'http://stridehouse.example/p' }), 'ads[0].url: '],
    ['a click URL that is a script', ad({ url: 'javascript:alert(1)' }), 'ads[0].url: '],
    ['a picture that is a script', ad({ imageUrl: 'javascript:alert(1)' }), 'ads[0].imageUrl: '],
    [
      'a currency that is no code',
      ad({ price: { amount: 9, currency: '€' } }),
      'ads[0].price.currency: ',
    ],
    ['a language that is no code', ad({ language: 'German' }), 'ads[0].language: '],
    ['no price', ad({ price: undefined }), 'ads[0].price: '],
    [
      'a price as text',
      ad({ price: { amount: '9.99', currency: 'USD' } }),
      'ads[0].price.amount: ',
    ],
    ['a huge price', ad({ price: { amount: 1e300, currency: 'USD' } }), 'ads[0].price.amount: '],
    ['a category that is no list', ad({ cat: 'IAB1' }), 'ads[0].cat: '],
    ['a taxonomy that is no number', ad({ cattax: '6' }), 'ads[0].cattax: '],
    ['a huge click price', ad({ cpc: 1e300 }), 'ads[0].cpc: '],
    ['a click that pays nothing', ad({ cpc: 0 }), 'ads[0].cpc: '],
    ['no click price', ad({ cpc: undefined }), 'ads[0].cpc: '],
    [
      'a domain that is none',
      ad({ merchant: { name: 'Shop', domain: '<b>' } }),
      'ads[0].merchant.domain: ',
    ],
    ['a rating out of five', ad({ rating: 92 }), 'ads[0].rating: '],
    ['endless text', ad({ title: 'x'.repeat(501) }), 'ads[0].title: '],
    ['prototype keys', JSON.parse('{"__proto__":{"title":"x"}}'), 'ads[0].id: '],
  ];

  test.each(ITEMS)('%s', (_, item, note) => {
    const result = read({ ads: [item, ad({ id: 'good' })] });
    if (result.kind === 'malformed') throw new Error(result.reason);
    expect(result.offers.map(({ id }) => id)).toEqual(['good']);
    expect(result.notes).toEqual([expect.stringContaining(note)]);
  });
});

test('items beyond the maximum are not read', () => {
  const result = read({ ads: Array.from({ length: ADS_READ_MAX + 1 }, () => ad()) });
  if (result.kind === 'malformed') throw new Error(result.reason);
  expect(result.offers).toHaveLength(ADS_READ_MAX);
});

describe('an answer that is malformed', () => {
  test.each([
    '',
    '{"ads":[',
    '<html></html>',
    'null',
    '[]',
    '"ads"',
    '{}',
    '{"ads":null}',
    '{"ads":{"length":1}}',
    '{"__proto__":{"ads":[]}}',
  ])('%p', (text) => {
    expect(readOffers({ status: 200, text }).kind).toBe('malformed');
  });

  test('nested without end', () => {
    const text = `{"ads":${'['.repeat(100_000)}`;
    expect(readOffers({ status: 200, text }).kind).toBe('malformed');
  });
});

describe('whatever the upstream answers, nothing throws', () => {
  const assets = [1, 2, 3, 6, 7, 11, 12].map((type) => ({ id: type, data: { type, len: 20 } }));
  const ask = (text: string) => {
    const inquiry = createTestPartner('https://upstream.example').ask(solicit({ assets }), 500);
    if ('kind' in inquiry) throw new Error('expected a call');
    return inquiry.read([{ status: 200, text }]);
  };
  const oddValue = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom('', ' ', 'https://', 'https://[', '\ud800', 1e308, -0, Number.MAX_SAFE_INTEGER),
  );

  test('garbage', () => {
    fc.assert(fc.property(fc.string(), (text) => ask(text).kind === 'malformed'));
  });

  test('an offer with any of its fields replaced', () => {
    const change = fc.dictionary(
      fc.constantFrom(...Object.keys(ad()), 'originalPrice', '__proto__', 'constructor'),
      oddValue,
    );
    fc.assert(
      fc.property(fc.array(change), (changes) => {
        const reply = ask(JSON.stringify({ ads: changes.map((item) => ({ ...ad(), ...item })) }));
        if (reply.kind !== 'bids') return;
        for (const { priceMicros } of reply.bids) {
          expect(Number.isSafeInteger(priceMicros)).toBe(true);
        }
      }),
      { numRuns: runs(30) },
    );
  });
});
