import { expect, test } from 'bun:test';
import { findCountry } from './countries.ts';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const twoLetters = LETTERS.flatMap((a) => LETTERS.map((b) => a + b));
const countries = twoLetters.filter((code) => findCountry(code) !== undefined);

test('the 249 countries of ISO 3166-1 and Kosovo are known by both codes', () => {
  expect(countries).toHaveLength(250);
  expect(new Set(countries.map(findCountry)).size).toBe(250);
  for (const code of countries) {
    const three = findCountry(code) ?? '';
    expect(three).toMatch(/^[A-Z]{3}$/);
    expect(findCountry(three)).toBe(three);
  }
});

test('every code names a region that the platform knows', () => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  for (const code of countries) expect(names.of(code)).toBeString();
});

test('codes are read in either case, and other texts are no country', () => {
  expect(findCountry('de')).toBe('DEU');
  expect(findCountry('deu')).toBe('DEU');
  for (const code of ['', 'D', 'UK', 'EU', 'XX', 'DEUT', 'constructor']) {
    expect(findCountry(code)).toBeUndefined();
  }
});
