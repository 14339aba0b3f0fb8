import { describe, expect, test } from 'bun:test';
import { isIPv4, isIPv6 } from 'node:net';
import fc from 'fast-check';
import { ipv4Bits, mappedIpv4Bits, NO_ADDRESS, readIpv6 } from './ip-bits.ts';

const RUNS = { numRuns: 5000 };
const group = fc.integer({ min: 0, max: 0xffff });

function groupsOf(text: string): readonly number[] | undefined {
  // What an address before it left behind must not show.
  const groups = new Uint16Array(8).fill(0xdead);
  return readIpv6(text, groups) ? [...groups] : undefined;
}

describe('an IPv4 address', () => {
  test('is its 32 bits', () => {
    const part = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(part, part, part, part, (a, b, c, d) => {
        expect(ipv4Bits(`${a}.${b}.${c}.${d}`)).toBe(((a * 256 + b) * 256 + c) * 256 + d);
      }),
      RUNS,
    );
  });

  test('is read from its place to the end of the text', () => {
    expect(ipv4Bits('::ffff:192.0.2.1', 7)).toBe(0xc0000201);
    expect(ipv4Bits('192.0.2.1x')).toBe(NO_ADDRESS);
  });

  test('is told from other texts as Node does', () => {
    const part = fc.oneof(
      fc.nat(300).map(String),
      fc.constantFrom('', '00', '01', '+1', '1e1', ' 1'),
    );
    const parts = fc.array(part, { minLength: 3, maxLength: 5 }).map((all) => all.join('.'));
    const noise = fc.string({ unit: fc.constantFrom(...'0129.'), maxLength: 16 });
    fc.assert(
      fc.property(fc.oneof(parts, noise), (text) => {
        expect([text, ipv4Bits(text) !== NO_ADDRESS]).toEqual([text, isIPv4(text)]);
      }),
      RUNS,
    );
  });
});

describe('an IPv6 address', () => {
  const eight = fc.array(fc.oneof(fc.constant(0), group), { minLength: 8, maxLength: 8 });

  test('is its eight groups, written whole or shortened, in either case', () => {
    fc.assert(
      fc.property(eight, (groups) => {
        const whole = groups.map((value) => value.toString(16)).join(':');
        const padded = groups.map((value) => value.toString(16).padStart(4, '0')).join(':');
        const shortened = new URL(`http://[${whole}]`).hostname.slice(1, -1);
        for (const text of [whole, padded, shortened, whole.toUpperCase()]) {
          expect([text, groupsOf(text)]).toEqual([text, groups]);
        }
      }),
      RUNS,
    );
  });

  test('may end as an IPv4 address', () => {
    expect(groupsOf('64:ff9b::192.0.2.33')).toEqual([0x64, 0xff9b, 0, 0, 0, 0, 0xc000, 0x221]);
    expect(groupsOf('1:2:3:4:5:6:192.0.2.33')).toEqual([1, 2, 3, 4, 5, 6, 0xc000, 0x221]);
    expect(groupsOf('::192.0.2.33')).toEqual([0, 0, 0, 0, 0, 0, 0xc000, 0x221]);
    expect(groupsOf('192.0.2.33::')).toBeUndefined();
  });

  test('is told from other texts as Node does', () => {
    const piece = fc.constantFrom(
      '0',
      'a',
      'F1',
      '2001',
      'db8',
      '00001',
      'g',
      '192.0.2.1',
      '1.2.3',
      '',
    );
    const pieces = fc.array(piece, { maxLength: 10 }).map((all) => all.join(':'));
    const noise = fc.string({ unit: fc.constantFrom(...'01fF:.'), maxLength: 20 });
    fc.assert(
      fc.property(fc.oneof(pieces, noise), (text) => {
        expect([text, groupsOf(text) !== undefined]).toEqual([text, isIPv6(text)]);
      }),
      { numRuns: 20_000 },
    );
  });
});

describe('an IPv4 address mapped into IPv6', () => {
  test('is found in either way of writing it', () => {
    for (const text of ['::ffff:192.0.2.1', '::FFFF:c000:0201', '0:0:0:0:0:ffff:c000:201']) {
      expect([text, mappedIpv4Bits(Uint16Array.from(groupsOf(text) ?? []))]).toEqual([
        text,
        0xc0000201,
      ]);
    }
  });

  test('is not recognised where another bit is set', () => {
    for (const text of [
      '::fffe:192.0.2.1',
      '1::ffff:192.0.2.1',
      '::1:ffff:192.0.2.1',
      '::192.0.2.1',
    ]) {
      expect([text, mappedIpv4Bits(Uint16Array.from(groupsOf(text) ?? []))]).toEqual([
        text,
        NO_ADDRESS,
      ]);
    }
  });
});
