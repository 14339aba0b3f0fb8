import { describe, expect, test } from 'bun:test';
import { loadProducts, type Product } from './products.ts';
import { createSearch } from './search.ts';

function product(id: string, fields: Partial<Product>): Product {
  return {
    id,
    language: 'en',
    title: 'Thing',
    description: '',
    brand: '',
    category: '',
    price: { amount: 10, currency: 'USD' },
    merchant: { name: 'Shop', domain: 'shop.example' },
    rating: 4,
    url: `https://shop.example/p/${id}`,
    cpc: 0.5,
    ...fields,
  };
}

const ids = (products: readonly Product[]) => products.map(({ id }) => id);

describe('the rules', () => {
  test('a keyword of several words finds what has all of them, in whichever fields', () => {
    const search = createSearch([
      product('all', { title: 'Runner', description: 'A shoe for the trail.' }),
      product('one', { title: 'Trail map' }),
    ]);
    expect(ids(search({ keywords: ['trail shoes'] }))).toEqual(['all']);
  });

  test('where nothing has all words, a keyword finds the thing itself, with as many of the others as there are', () => {
    const search = createSearch([
      product('bag', { title: 'Travel bag' }),
      product('sleeping', { title: 'Warm sleeping bag' }),
      product('map', { title: 'Season map' }),
    ]);
    expect(ids(search({ keywords: ['season sleeping bag'] }))).toEqual(['sleeping']);
    expect(ids(search({ keywords: ['season tote bag'] }))).toEqual(['bag', 'sleeping']);
    expect(ids(search({ keywords: ['bag holder'] }))).toEqual([]);
  });

  test('a single word has to occur outside the description', () => {
    const search = createSearch([
      product('headset', { title: 'Headset', description: 'Big drivers and a long cable.' }),
      product('club', { title: 'Golf club', category: 'Drivers' }),
    ]);
    expect(ids(search({ keywords: ['driver'] }))).toEqual(['club']);
    expect(ids(search({ keywords: ['long cable'] }))).toEqual(['headset']);
  });
});

test('words are compared without case, accents, possessives, plurals and words that join others', () => {
  const search = createSearch([product('all', { title: "Women's CAFÉ-Boxes, batteries & GPS" })]);
  for (const word of ['women', 'cafe', 'box', 'Battery', 'gps', 'boxes for women', 'a café']) {
    expect(ids(search({ keywords: [word] }))).toEqual(['all']);
  }
  for (const word of ['gp', 'for', 'the']) expect(search({ keywords: [word] })).toEqual([]);
});

describe('languages', () => {
  test('a product is found by words of its own language alone', () => {
    const search = createSearch([
      product('en', { title: 'Boot, waterproof' }),
      product('de', { title: 'Schlauchboot', language: 'de' }),
    ]);
    expect(ids(search({ keywords: ['boots'] }))).toEqual(['en']);
    expect(ids(search({ keywords: ['schlauchboote'] }))).toEqual(['de']);
  });

  test('a compound is found by what it is, and by its parts with a hyphen or without', () => {
    const search = createSearch([
      product('shoe', { title: 'Trail-Wanderschuh', language: 'de' }),
      product('stroller', { title: 'Kinderwagen', language: 'de' }),
    ]);
    for (const keyword of ['Wanderschuhe', 'trail wanderschuh', 'Trailwanderschuhe', 'Schuhe']) {
      expect(ids(search({ keywords: [keyword] }))).toEqual(['shoe']);
    }
    // A "Kinderwagen" is no "Wagen", and a "Schuhschrank" no "Wanderschuh".
    expect(search({ keywords: ['wagen', 'schuhschrank', 'wander'] })).toEqual([]);
  });

  test('the language that knows the most keywords comes first, else the first of the catalogue', () => {
    const search = createSearch([
      product('en', { title: 'Espresso cup' }),
      product('de', { title: 'Espresso-Tasse', alsoCalled: 'Espresso', language: 'de' }),
    ]);
    expect(ids(search({ keywords: ['espresso'] }))).toEqual(['en', 'de']);
    expect(ids(search({ keywords: ['espresso', 'tasse'] }))).toEqual(['de', 'en']);
  });
});

describe('the shipped catalogue', () => {
  const search = createSearch(loadProducts());

  test.each(['driver', 'fahrer', 'conducteur', 'conductor', 'autista', 'motorista', 'chauffeur'])(
    '"%s" finds nothing',
    (keyword) => {
      expect(search({ keywords: [keyword] })).toEqual([]);
    },
  );
});
