import { expect, test } from 'bun:test';
import { isIPv4, isIPv6 } from 'node:net';
import fc from 'fast-check';
import { runs } from '../../test/properties/runs.ts';
import { ipv4Bits, mappedIpv4Bits, NO_ADDRESS, readIpv6 } from './ip-bits.ts';

const RUNS = { numRuns: runs(500) };
const group = fc.integer({ min: 0, max: 0xffff });

function groupsOf(text: string): readonly number[] | undefined {
  // What an address before it left behind must not show.
  const groups = new Uint16Array(8).fill(0xdead);
  return readIpv6(text, groups) ? [...groups] : undefined;
}

test('an IPv4 address is its 32 bits, and is told from other texts as Node does', () => {
  const part = fc.oneof(
    fc.nat(300).map(String),
    fc.constantFrom('', '00', '01', '+1', '1e1', ' 1'),
  );
  const parts = fc.array(part, { minLength: 3, maxLength: 5 }).map((all) => all.join('.'));
  const noise = fc.string({ unit: fc.constantFrom(...'0129.'), maxLength: 16 });
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), parts, noise), (text) => {
      const bits = text.split('.').reduce((sum, one) => sum * 256 + Number(one), 0);
      expect([text, ipv4Bits(text)]).toEqual([text, isIPv4(text) ? bits : NO_ADDRESS]);
    }),
    RUNS,
  );
  expect(ipv4Bits('::ffff:192.0.2.1', 7)).toBe(0xc0000201);
});

test('an IPv6 address is its eight groups, written whole or shortened, in either case', () => {
  const eight = fc.array(fc.oneof(fc.constant(0), group), { minLength: 8, maxLength: 8 });
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
  expect(groupsOf('64:ff9b::192.0.2.33')).toEqual([0x64, 0xff9b, 0, 0, 0, 0, 0xc000, 0x221]);
  expect(groupsOf('1:2:3:4:5:6:192.0.2.33')).toEqual([1, 2, 3, 4, 5, 6, 0xc000, 0x221]);
});

test('an IPv6 address is told from other texts as Node does', () => {
  const piece = fc.constantFrom(
    ...['0', 'a', 'F1', '2001', 'db8', '00001', 'g', '192.0.2.1', '1.2.3', ''],
  );
  const pieces = fc.array(piece, { maxLength: 10 }).map((all) => all.join(':'));
  const noise = fc.string({ unit: fc.constantFrom(...'01fF:.'), maxLength: 20 });
  fc.assert(
    fc.property(fc.oneof(pieces, noise), (text) => {
      expect([text, groupsOf(text) !== undefined]).toEqual([text, isIPv6(text)]);
    }),
    { numRuns: runs(2000) },
  );
});

test('an IPv4 address mapped into IPv6 is found in either way of writing it, and in no other', () => {
  const bitsOf = (text: string) => mappedIpv4Bits(Uint16Array.from(groupsOf(text) ?? []));
  const mapped = ['::ffff:192.0.2.1', '::FFFF:c000:0201', '0:0:0:0:0:ffff:c000:201'];
  expect(mapped.map(bitsOf)).toEqual(mapped.map(() => 0xc0000201));
  const others = ['::fffe:192.0.2.1', '1::ffff:192.0.2.1', '::1:ffff:192.0.2.1', '::192.0.2.1'];
  expect(others.map(bitsOf)).toEqual(others.map(() => NO_ADDRESS));
});
