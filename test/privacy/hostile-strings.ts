import { GPP_STRING_LENGTH_MAX } from '../../src/core/privacy/consent/gpp.ts';
import {
  RANGE_ENTRIES_MAX,
  RESTRICTIONS_MAX,
  TC_STRING_LENGTH_MAX,
} from '../../src/core/privacy/consent/tcf.ts';
import {
  bitVector,
  coreBits,
  coreHead,
  NO_RESTRICTIONS,
  NO_VENDORS,
  type Range,
  rangeVector,
  restrictionList,
  tcString,
  toBase64Url,
  uint,
} from './bit-text.ts';

/** Strings of the greatest length that is read, each made to cost as much as its kind can. */

const ALL_VENDORS = 65_535;
/** Ten partners, none of them among the first or the last. */
export const ASKED_VENDORS = [25, 52, 76, 91, 128, 285, 755, 793, 1126, 1301];

const ranges = (count: number, range: (index: number) => Range) =>
  rangeVector(
    ALL_VENDORS,
    Array.from({ length: count }, (_, i) => range(i)),
  );

function padded(text: string, padding: string, length: number): string {
  return (text + padding.repeat(Math.ceil(length / padding.length))).slice(0, length);
}
const paddedTc = (text: string, padding: string) => padded(text, padding, TC_STRING_LENGTH_MAX);
const paddedGpp = (text: string, padding: string) => padded(text, padding, GPP_STRING_LENGTH_MAX);

/** Fills up with a list of vendors as long as there is room for, so that all characters count. */
function withConsents(vector: string): string {
  const head = coreHead() + vector;
  const room = TC_STRING_LENGTH_MAX * 6 - head.length;
  const rest = bitVector(room - NO_VENDORS.length - NO_RESTRICTIONS.length, () => true);
  return tcString(head + rest + NO_RESTRICTIONS).slice(0, TC_STRING_LENGTH_MAX);
}

/** The first four use all that is allowed. */
export const HOSTILE_TC_STRINGS = {
  'ranges over all vendors': withConsents(ranges(RANGE_ENTRIES_MAX, () => [1, ALL_VENDORS])),
  'overlapping ranges': withConsents(
    ranges(RANGE_ENTRIES_MAX, (i) => [1 + (i % 700), 1200 - (i % 400)]),
  ),
  'single vendors': withConsents(ranges(RANGE_ENTRIES_MAX, (i) => [1 + ((i * 7919) % 1300)])),
  restrictions: tcString(
    coreHead() +
      NO_VENDORS +
      NO_VENDORS +
      restrictionList(
        Array.from({ length: RESTRICTIONS_MAX }, (_, i) => ({
          purpose: 1 + (i % 24),
          type: i % 3,
          ranges: Array.from(
            { length: Math.floor(RANGE_ENTRIES_MAX / RESTRICTIONS_MAX) },
            (): Range => [1, ALL_VENDORS],
          ),
        })),
      ),
  ),
  'the highest count of ranges': paddedTc(
    tcString(`${coreHead()}${uint(ALL_VENDORS, 16)}1${uint(4095, 12)}`),
    'gABf__',
  ),
  'the highest count of restrictions': paddedTc(
    tcString(`${coreHead()}${NO_VENDORS}${NO_VENDORS}${uint(4095, 12)}`),
    'CAAACA',
  ),
  'a bit for each of so many vendors': paddedTc(
    tcString(`${coreHead()}${uint(ALL_VENDORS, 16)}0`),
    'A',
  ),
  'all ones': paddedTc('C', '_'),
  'a wrong character at the end': paddedTc(tcString(coreBits()), 'A').replace(/.$/, '='),
  'characters of two bytes': paddedTc(tcString(coreBits()), 'Ā'),
  'thousands of segments': paddedTc(tcString(coreBits()), '.g.w.4'),
  'longer than is read': padded(tcString(coreBits()), 'A', 1_000_000),
} as const;

/** A header that names sections 1 to 32. */
const ALL_SECTIONS = toBase64Url(`${uint(3, 6)}${uint(1, 6)}${uint(1, 12)}11101001011`);

export const HOSTILE_GPP_STRINGS = {
  'a header of all ones': paddedGpp('DB_', '_'),
  'a header of single ones': paddedGpp('DB_', 'Ag'),
  'a header of huge ranges': paddedGpp('DBAB', 'gAAY'),
  'nothing but tildes': paddedGpp('DBAA', '~'),
  'as many sections as are read': paddedGpp(`${ALL_SECTIONS}${'~CVVZAAAAABCA.YA'.repeat(32)}`, 'A'),
  'thousands of subsections': paddedGpp('DBABLA~CVVZAAAAABCA', '.gA.wA.QA'),
  'characters of two bytes': paddedGpp('DBABLA~CVVZAAAAABCA', 'Ā'),
  'longer than is read': padded('DBABLA~CVVZAAAAABCA', 'A', 1_000_000),
} as const;
