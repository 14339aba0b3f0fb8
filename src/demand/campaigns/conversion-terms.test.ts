import { expect, test } from 'bun:test';
import { conversionTermsOf } from './conversion-terms.ts';

test.each([
  [undefined, undefined],
  [false, undefined],
  [true, { parameter: 'parley_click', windowDays: 7 }],
  [{}, { parameter: 'parley_click', windowDays: 7 }],
  [{ windowDays: 30 }, { parameter: 'parley_click', windowDays: 30 }],
  [{ parameter: 'click' }, { parameter: 'click', windowDays: 7 }],
])('conversions: %j mean %j', (conversions, terms) => {
  expect(conversionTermsOf(conversions === undefined ? {} : { conversions })).toEqual(terms);
});
