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

  test('differs for addresses that differ in one byte only', () => {
    const addresses = ['10.0.0.1', '10.0.0.2', '10.0.1.1', '10.1.0.1', '11.0.0.1', '1.0.0.10'];
    expect(new Set(addresses.map((address) => nameOf(address, SEED))).size).toBe(addresses.length);
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

  test('fits into 44 bits, and is the same for the same text and seed', () => {
    const names = Array.from({ length: 2000 }, (_, i) => nameOf(`2001:db8:${i}::/64`, SEED));
    for (const name of names) {
      expect(Number.isSafeInteger(name)).toBe(true);
      expect(name).toBeGreaterThanOrEqual(0);
      expect(name).toBeLessThan(2 ** 44);
    }
    expect(Math.max(...names)).toBeGreaterThan(2 ** 43);
    expect(nameOf('pub-1', SEED)).toBe(nameOf('pub-1', SEED));
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

  test('collides for none of 50,000 networks of IPv6 and 50,000 publishers', () => {
    const texts = Array.from({ length: 50_000 }, (_, i) => [
      `2001:db8:0:${i.toString(16)}::/64`,
      `pub-${i}`,
    ]);
    expect(new Set(texts.flat().map((text) => nameOf(text, SEED))).size).toBe(100_000);
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
