import { describe, expect, test } from 'bun:test';
import {
  RANGE_ENTRIES_MAX,
  RESTRICTIONS_MAX,
  readTcf,
  TC_STRING_LENGTH_MAX,
} from '../../src/core/privacy/consent/tcf.ts';
import {
  bitVector,
  coreBits,
  disclosedSegment,
  type Range,
  type Restriction,
  rangeVector,
  restrictionList,
  tcString,
  uint,
} from './bit-text.ts';

const CORE = coreBits({ vendorConsents: bitVector(9, () => true) });

function singles(count: number): Range[] {
  return Array.from({ length: count }, (_, i): Range => [i + 1]);
}

function restrictions(count: number, part: Partial<Restriction> = {}): string {
  const restriction = { purpose: 2, type: 1, ranges: [[3]] as const, ...part };
  return restrictionList(Array.from({ length: count }, () => restriction));
}

describe('a TC string is unreadable', () => {
  test.each([
    ['empty', ''],
    ['of version 1', tcString(coreBits({ version: 1 }))],
    ['of version 3', tcString(coreBits({ version: 3 }))],
    ['of global scope', tcString(coreBits({ isServiceSpecific: false }))],
    ['with a character outside base64url', `${tcString(CORE).slice(0, -1)}=`],
    ['with a character outside ASCII', `${tcString(CORE).slice(0, -1)}Ā`],
    ['with white space', ` ${tcString(CORE)}`],
    ['with an empty segment', `${tcString(CORE)}.`],
    ['with a malformed segment that nobody asked about', `${tcString(CORE)}.Y+`],
    ['with a truncated disclosed-vendors segment', tcString(CORE, uint(1, 3) + uint(9, 16))],
    [
      'with a disclosed-vendors segment truncated in its count',
      tcString(CORE, `${uint(1, 3)}${uint(9, 16)}1${uint(0, 4)}`),
    ],
    ['with a second core', tcString(CORE, CORE)],
    [
      'with two disclosed-vendors segments',
      tcString(CORE, ...[3, 9].map((idMax) => disclosedSegment(bitVector(idMax, () => true)))),
    ],
    ['with a vendor 0', tcString(coreBits({ vendorConsents: rangeVector(9, [[0]]) }))],
    [
      'with a range that ends first',
      tcString(coreBits({ vendorConsents: rangeVector(9, [[5, 4]]) })),
    ],
    [
      'with a range past its highest id',
      tcString(coreBits({ vendorConsents: rangeVector(9, [[5, 10]]) })),
    ],
    [
      'with a restriction of the reserved type',
      tcString(coreBits({ restrictions: restrictions(1, { type: 3 }) })),
    ],
    [
      'with a restriction on no purpose',
      tcString(coreBits({ restrictions: restrictions(1, { purpose: 0 }) })),
    ],
  ])('%s', (_, text) => {
    expect(readTcf(text, [1, 5])).toBeUndefined();
  });

  test('past the longest that is read', () => {
    const core = tcString(CORE);
    const longest = core + 'A'.repeat(TC_STRING_LENGTH_MAX - core.length);
    expect(readTcf(longest, [5])?.vendors[0]?.consent).toBe(true);
    expect(readTcf(`${longest}A`, [5])).toBeUndefined();
  });

  test('past the most range entries, all its lists together', () => {
    const read = (consents: number, interests: number, disclosed: number) =>
      readTcf(
        tcString(
          coreBits({
            vendorConsents: rangeVector(2000, singles(consents)),
            vendorLegitimateInterests: rangeVector(2000, singles(interests)),
            restrictions: restrictions(1),
          }),
          disclosedSegment(rangeVector(2000, singles(disclosed))),
        ),
        [5],
      );
    expect(read(RANGE_ENTRIES_MAX - 101, 50, 50)).toBeDefined();
    expect(read(RANGE_ENTRIES_MAX - 100, 50, 50)).toBeUndefined();
    expect(read(50, RANGE_ENTRIES_MAX - 50, 0)).toBeUndefined();
    expect(read(0, 50, RANGE_ENTRIES_MAX - 50)).toBeUndefined();
  });

  test('past the most restrictions', () => {
    const read = (count: number) =>
      readTcf(tcString(coreBits({ restrictions: restrictions(count) })), [3]);
    expect(read(RESTRICTIONS_MAX)?.vendors[0]?.consentRequired).not.toBe(0);
    expect(read(RESTRICTIONS_MAX + 1)).toBeUndefined();
  });
});

describe('a TC string', () => {
  test('may have segments of types that are not read', () => {
    const text = tcString(CORE, uint(3, 3) + uint(0, 60), uint(6, 3) + uint(7, 9));
    expect(readTcf(text, [5])?.vendors[0]?.consent).toBe(true);
  });

  test('answers for as many vendors as are asked about, whatever their numbers', () => {
    const ids = [5, 5, 0, -1, 65_536, Number.NaN, 9, 10];
    const vendors = readTcf(tcString(CORE), ids)?.vendors ?? [];
    expect(vendors.map(({ id }) => id)).toEqual(ids);
    expect(vendors.map(({ consent }) => consent)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      true,
      false,
    ]);
    expect(readTcf(tcString(CORE), [])?.vendors).toEqual([]);
  });
});
