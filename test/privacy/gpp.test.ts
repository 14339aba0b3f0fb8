import { describe, expect, test } from 'bun:test';
import {
  GPP_SECTIONS_MAX,
  GPP_STRING_LENGTH_MAX,
  type GppSection,
  readGpp,
} from '../../src/core/privacy/consent/gpp.ts';
import { toBase64Url, uint } from './bit-text.ts';

/** Fibonacci coding of the numbers that these tests need. */
const FIBONACCI = {
  1: '11',
  2: '011',
  7: '01011',
  8: '000011',
  9: '100011',
  31: '01001011',
  32: '00101011',
} as const;

type Coded = keyof typeof FIBONACCI;

function header(...groups: readonly (Coded | readonly [Coded, Coded])[]): string {
  const codes = groups.map((group) =>
    typeof group === 'number'
      ? `0${FIBONACCI[group]}`
      : `1${FIBONACCI[group[0]]}${FIBONACCI[group[1]]}`,
  );
  return toBase64Url(uint(3, 6) + uint(1, 6) + uint(groups.length, 12) + codes.join(''));
}

function only(id: Coded, section: string): GppSection | undefined {
  return readGpp(`${header(id)}~${section}`, [id])?.sections[0];
}

describe('a GPP string is unreadable', () => {
  test.each([
    ['empty', ''],
    ['a bare TC string', 'CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA'],
    ['of another type', `${toBase64Url(uint(4, 6) + uint(1, 6) + uint(0, 12))}`],
    ['of another version', `${toBase64Url(uint(3, 6) + uint(2, 6) + uint(0, 12))}`],
    ['with fewer sections than its header names', `${header(7, 1)}~BVQqAAAAAmA`],
    ['with more sections than its header names', `${header(7)}~BVQqAAAAAmA~BVQqAAAAAmA`],
    ['with a section that its header does not name', 'DBAA~BVQqAAAAAmA'],
    ['with a truncated header', 'DBAC~BVQqAAAAAmA~1YNN'],
    ['with a header that is not base64url', 'DBA+~1YNN'],
    [
      'with a number that does not end',
      `${toBase64Url(`${uint(3, 6)}${uint(1, 6)}${uint(1, 12)}${'0'.repeat(600)}11`)}~A`,
    ],
    ['too long', `${header(7)}~${'A'.repeat(GPP_STRING_LENGTH_MAX)}`],
  ])('%s', (_, text) => {
    expect(readGpp(text, [2, 6, 7, 8])).toBeUndefined();
  });

  test('past the most sections', () => {
    const named = (first: Coded, more: Coded, count: number) =>
      readGpp(`${header([first, more])}${'~A'.repeat(count)}`, [])?.sectionIds.length;
    expect(named(1, 31, 32)).toBe(GPP_SECTIONS_MAX);
    expect(named(1, 32, 33)).toBeUndefined();
  });
});

describe('a GPP section is unreadable', () => {
  test.each([
    ['empty', 7, ''],
    ['not base64url', 7, 'BVQqAAAA+mA'],
    ['truncated', 7, 'BVQqAAAAA'],
    ['of an unknown version', 7, 'DVQqAAAAAmAA'],
    ['usnat 1 with the length of usnat 2', 7, 'BVQqAAAAAmAA'],
    ['with a value that does not exist', 7, 'BVTqAAAAAmA'],
    ['with an empty subsection', 7, 'BVQqAAAAAmA.'],
    ['with two GPC subsections', 7, 'BVQqAAAAAmA.YA.QA'],
    ['with two cores', 7, 'BVQqAAAAAmA.BVQqAAAAAmA'],
  ] as const)('%s', (_, id, text) => {
    expect(only(id, text)).toEqual({ id, text, us: undefined });
  });

  test('if it is one of 24 to 27, or of a law that Parley does not know', () => {
    const ids = Array.from({ length: 32 }, (_, i) => i + 1);
    const text = `${header([1, 31])}${'~BVQqAAAAAmA'.repeat(32)}`;
    const decoded = readGpp(text, ids)?.sections.filter(({ us }) => us !== undefined);
    const decodable = [...Array.from({ length: 17 }, (_, i) => 7 + i)];
    expect(decoded?.map(({ id }) => id).every((id) => decodable.includes(id))).toBe(true);
    expect(readGpp(text, ids)?.sections).toHaveLength(32);
  });

  test('without harm to the others', () => {
    const sections = readGpp(`${header([7, 1])}~!~BUUAAACA.QA`, [7, 8])?.sections;
    expect(sections?.map(({ us }) => us !== undefined)).toEqual([false, true]);
  });
});

describe('Global Privacy Control', () => {
  const gpc = (id: Coded, text: string) => {
    const section = only(id, text);
    return section?.us?.gpc;
  };

  test('is read from its subsection, wherever it stands', () => {
    expect(gpc(7, 'BVQqAAAAAmA.YA')).toBe(true);
    expect(gpc(7, 'BVQqAAAAAmA.QA')).toBe(false);
    expect(gpc(7, 'BVQqAAAAAmA.gA.YA')).toBe(true);
    expect(gpc(7, 'BVQqAAAAAmA.YA.gA')).toBe(true);
    expect(gpc(7, 'BVQqAAAAAmA.oA')).toBe(false);
    expect(gpc(7, 'BVQqAAAAAmA')).toBe(false);
  });

  test('is heeded in a section that has no place for it', () => {
    expect(gpc(9, 'BVVVVVVVVW.YA')).toBe(true);
  });
});
