import { expect, test } from 'bun:test';
import { coreBits, tcString } from '../../../test/privacy/bit-text.ts';
import { readTcf } from './tcf.ts';

function withSpecialFeatures(...features: readonly number[]) {
  const specialFeatures = features.reduce((sum, feature) => sum | (1 << (12 - feature)), 0);
  return readTcf(tcString(coreBits({ specialFeatures })), [])?.specialFeature1;
}

test('the opt-in to precise location is special feature 1 and no other', () => {
  expect(withSpecialFeatures(1)).toBe(true);
  expect(withSpecialFeatures()).toBe(false);
  expect(withSpecialFeatures(2)).toBe(false);
  expect(withSpecialFeatures(12)).toBe(false);
});
