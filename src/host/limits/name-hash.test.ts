import { expect, test } from 'bun:test';
import { nameUnder } from './name-hash.ts';

test('the difference of two keys does not lead from the names of a digest to those under the other key', () => {
  const [digest, key] = [
    { low: 0x1234567, high: 0x89abcde },
    { low: 0x7654321, high: 0x1fedcba },
  ];
  const name = nameUnder(digest, key, 7, 3600);
  expect(nameUnder(digest, key, 7, 3600)).toBe(name);
  for (let bit = 0; bit < 31; bit++) {
    const by = 1 << bit;
    const low = nameUnder(
      { ...digest, low: digest.low ^ by },
      { ...key, low: key.low ^ by },
      7,
      3600,
    );
    const high = nameUnder(
      { ...digest, high: digest.high ^ by },
      { ...key, high: key.high ^ by },
      7,
      3600,
    );
    const numbered = nameUnder(digest, { ...key, low: key.low ^ by }, 7 ^ by, 3600);
    expect([low, high, numbered]).not.toContain(name);
  }
});
