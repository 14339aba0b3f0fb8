import { GPP_STRING_LENGTH_MAX } from '../../src/privacy/consent/gpp.ts';
import { RESTRICTIONS_MAX } from '../../src/privacy/consent/publisher-restrictions.ts';
import { TC_STRING_LENGTH_MAX } from '../../src/privacy/consent/tcf.ts';
import { RANGE_ENTRIES_MAX } from '../../src/privacy/consent/vendor-vector.ts';
import {
  bitVector,
  coreBits,
  coreHead,
  disclosedSegment,
  NO_RESTRICTIONS,
  NO_VENDORS,
  type Range,
  rangeEntries,
  rangeVector,
  restrictionList,
  tcString,
  toBase64Url,
  uint,
} from './bit-text.ts';

/** Strings of the greatest length that is read, each made to cost as much as its kind can. */

const ALL_VENDORS = 65_535;

/** Ten partners, none of them among the first or the last. */
export const ASKED_VENDORS = [25, 52, 76, 91, 128, 285, 755, 793, 1126, 1301] as const;

/** What a consent platform writes for 1,970 vendors: 700 characters. */
export const NORMAL_TC_STRING = tcString(
  coreBits({
    vendorConsents: bitVector(1970, (id) => id % 3 !== 0),
    vendorLegitimateInterests: bitVector(1970, (id) => id % 5 !== 0),
  }),
);

export const NORMAL_GPP_STRING = 'DBABLA~CVVZAAAAABCA.YA';

function entries(count: number, range: (index: number) => Range): Range[] {
  return Array.from({ length: count }, (_, i) => range(i));
}

/** Fills up with a list of vendors as long as there is room for, so that all characters count. */
function filled(bits: string, fill: (room: number) => string): string {
  return tcString(bits + fill(TC_STRING_LENGTH_MAX * 6 - bits.length)).slice(
    0,
    TC_STRING_LENGTH_MAX,
  );
}

function padded(text: string, padding: string, length: number): string {
  return (text + padding.repeat(Math.ceil(length / padding.length))).slice(0, length);
}

/** What a list takes beside its bits, and the restrictions after it. */
const ROOM_AFTER_INTERESTS = NO_VENDORS.length + NO_RESTRICTIONS.length;

function withConsents(vector: string): string {
  return filled(
    coreHead() + vector,
    (room) => bitVector(room - ROOM_AFTER_INTERESTS, () => true) + NO_RESTRICTIONS,
  );
}

export const HOSTILE_TC_STRINGS: Readonly<Record<string, string>> = {
  'as many ranges over all vendors as are read': withConsents(
    rangeVector(
      ALL_VENDORS,
      entries(RANGE_ENTRIES_MAX, () => [1, ALL_VENDORS]),
    ),
  ),
  'as many overlapping ranges as are read': withConsents(
    rangeVector(
      ALL_VENDORS,
      entries(RANGE_ENTRIES_MAX, (i) => [1 + (i % 700), 1200 - (i % 400)]),
    ),
  ),
  'as many single vendors as are read': withConsents(
    rangeVector(
      ALL_VENDORS,
      entries(RANGE_ENTRIES_MAX, (i) => [1 + ((i * 7919) % 1300)]),
    ),
  ),
  'ranges and single vendors in turn': withConsents(
    rangeVector(
      ALL_VENDORS,
      entries(RANGE_ENTRIES_MAX, (i) => ((i * 40_503) & 8 ? [300 + (i % 9)] : [1 + i, 1300])),
    ),
  ),
  'as many restrictions as are read, with ranges over all vendors': tcString(
    coreHead() +
      NO_VENDORS +
      NO_VENDORS +
      restrictionList(
        entries(RESTRICTIONS_MAX, () => [1]).map((_, i) => ({
          purpose: 1 + (i % 24),
          type: i % 3,
          ranges: entries(Math.floor(RANGE_ENTRIES_MAX / RESTRICTIONS_MAX), () => [1, ALL_VENDORS]),
        })),
      ),
  ),
  'ranges in every list and segment': tcString(
    coreBits({
      vendorConsents: rangeVector(
        ALL_VENDORS,
        entries(RANGE_ENTRIES_MAX / 3, () => [1, ALL_VENDORS]),
      ),
      vendorLegitimateInterests: rangeVector(
        ALL_VENDORS,
        entries(RANGE_ENTRIES_MAX / 3, () => [2, ALL_VENDORS]),
      ),
    }),
    disclosedSegment(
      rangeVector(
        ALL_VENDORS,
        entries(RANGE_ENTRIES_MAX / 3, () => [3, ALL_VENDORS]),
      ),
    ),
    uint(3, 3) + '1'.repeat(23_000),
  ),
  'more ranges than are read': filled(
    `${coreHead()}${uint(ALL_VENDORS, 16)}1${uint(1480, 12)}`,
    (room) => rangeEntries(entries(Math.floor(room / 33), () => [1, ALL_VENDORS])).slice(12),
  ),
  'the highest count of range entries': filled(
    `${coreHead()}${uint(ALL_VENDORS, 16)}1${uint(4095, 12)}`,
    (room) => '0000000000000001'.repeat(room / 16),
  ),
  'the highest count of restrictions': filled(
    `${coreHead()}${NO_VENDORS}${NO_VENDORS}${uint(4095, 12)}`,
    (room) => (uint(2, 6) + uint(0, 2) + uint(0, 12)).repeat(room / 20),
  ),
  'one bit for each of 48,000 vendors': filled(coreHead(), (room) =>
    bitVector(room - NO_VENDORS.length - ROOM_AFTER_INTERESTS, () => true),
  ),
  'a bit vector without its bits': padded(
    tcString(`${coreHead()}${uint(ALL_VENDORS, 16)}0`),
    'A',
    8192,
  ),
  'all ones': padded('C', '_', TC_STRING_LENGTH_MAX),
  'all zeros': padded('CAAAAAAAAAAAAAAAAAAAAAACA', 'A', TC_STRING_LENGTH_MAX),
  'a wrong character at the end': `${padded(tcString(coreBits()), 'A', TC_STRING_LENGTH_MAX - 1)}=`,
  'a wrong character at the end of the last segment': `${padded(`${tcString(coreBits())}.Y`, 'A', TC_STRING_LENGTH_MAX - 1)}=`,
  'characters of two bytes': padded(tcString(coreBits()), 'Ā', TC_STRING_LENGTH_MAX),
  'nothing but dots': '.'.repeat(TC_STRING_LENGTH_MAX),
  'thousands of segments': padded(tcString(coreBits()), '.g.w.4', TC_STRING_LENGTH_MAX),
  'longer than is read': padded(tcString(coreBits()), 'A', 1_000_000),
};

/** A header that names sections 1 to 32. */
const ALL_SECTIONS = toBase64Url(`${uint(3, 6)}${uint(1, 6)}${uint(1, 12)}11101001011`);

function sections(text: string): string {
  return `${ALL_SECTIONS}${`~${text}`.repeat(32)}`;
}

export const HOSTILE_GPP_STRINGS: Readonly<Record<string, string>> = {
  'a header of all ones': padded('DB_', '_', GPP_STRING_LENGTH_MAX),
  'a header of all zeros': padded('DB_', 'A', GPP_STRING_LENGTH_MAX),
  'a header of single ones': padded('DB_', 'Ag', GPP_STRING_LENGTH_MAX),
  'a header of huge ranges': padded('DBAB', 'gAAY', GPP_STRING_LENGTH_MAX),
  'nothing but tildes': padded('DBAA', '~', GPP_STRING_LENGTH_MAX),
  'as many sections as are read': padded(sections('CVVZAAAAABCA.YA'), 'A', GPP_STRING_LENGTH_MAX),
  'as many sections as are read, each as long as can be': sections(
    padded('BVVVVVVVVVV', 'A', Math.floor(GPP_STRING_LENGTH_MAX / 32) - 2),
  ),
  'one section as long as can be': padded('DBABLA~CVVZAAAAABCA', 'A', GPP_STRING_LENGTH_MAX),
  'thousands of subsections': padded('DBABLA~CVVZAAAAABCA', '.gA.wA.QA', GPP_STRING_LENGTH_MAX),
  'nothing but dots in a section': padded('DBABLA~CVVZAAAAABCA', '.', GPP_STRING_LENGTH_MAX),
  'a long subsection': padded('DBABLA~CVVZAAAAABCA.Y', 'A', GPP_STRING_LENGTH_MAX),
  'characters of two bytes': padded('DBABLA~CVVZAAAAABCA', 'Ā', GPP_STRING_LENGTH_MAX),
  'longer than is read': padded('DBABLA~CVVZAAAAABCA', 'A', 1_000_000),
};
