import { expect, test } from 'bun:test';
import { findCountry } from './countries.ts';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const twoLetters = LETTERS.flatMap((a) => LETTERS.map((b) => a + b));
/** In use beside the standard: each means a country that has a code of its own, or several. */
const OTHER_CODES = { UK: 'GBR', XI: 'GBR', EL: 'GRC', IC: 'ESP', EA: 'ESP', FX: 'FRA' };
const known = twoLetters.filter((code) => findCountry(code) !== undefined);
const countries = known.filter((code) => !Object.hasOwn(OTHER_CODES, code));

test('the 249 countries of ISO 3166-1 and Kosovo are known by both codes', () => {
  expect(countries).toHaveLength(250);
  expect(new Set(countries.map(findCountry)).size).toBe(250);
  for (const code of countries) {
    const three = findCountry(code) ?? '';
    expect(three).toMatch(/^[A-Z]{3}$/);
    expect(findCountry(three)).toBe(three);
  }
});

test('other codes that are in use name their country', () => {
  expect(known).toHaveLength(countries.length + Object.keys(OTHER_CODES).length);
  for (const [code, country] of Object.entries(OTHER_CODES)) {
    expect([code, findCountry(code)]).toEqual([code, country]);
  }
});

test('codes are read in either case, and other texts are no country', () => {
  expect(findCountry('de')).toBe('DEU');
  expect(findCountry('deu')).toBe('DEU');
  for (const code of ['', 'D', 'EU', 'XX', 'ZZ', 'DEUT', 'constructor']) {
    expect(findCountry(code)).toBeUndefined();
  }
});
