import { describe, expect, test } from 'bun:test';
import { nameOf, nameUnder } from './name-hash.ts';

const SEED = 12_345;

describe('the number of a name', () => {
  test('of an IPv4 address is the address, whatever the seed', () => {
    expect(nameOf('1.2.3.4', SEED)).toBe(0x01020304);
    expect(nameOf('1.2.3.4', SEED + 1)).toBe(0x01020304);
    expect(nameOf('255.255.255.255', SEED)).toBe(0xffffffff);
    expect(nameOf('0.0.0.0', SEED)).toBe(0);
  });

  test('of text that only looks like an address depends on the seed, as of any other text', () => {
    const texts = [
      '1.2.3',
      '1.2.3.4.5',
      '1.2.3.256',
      '1..3.4',
      '1.2.3.',
      '.2.3.4',
      '1.2.3.x',
      'pub-1',
    ];
    for (const text of texts) expect(nameOf(text, SEED)).not.toBe(nameOf(text, SEED + 1));
  });

  test('has the published values of the hash cyrb53, cut to 44 bits', () => {
    const published = [
      ['a', 0, 7_929_297_801_672_961],
      ['b', 0, 8_684_336_938_537_663],
      ['revenge', 0, 4_051_478_007_546_757],
      ['revenue', 0, 8_309_097_637_345_594],
      ['revenue', 1, 8_697_026_808_958_300],
    ] as const;
    for (const [text, seed, value] of published) expect(nameOf(text, seed)).toBe(value % 2 ** 44);
  });
});

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
