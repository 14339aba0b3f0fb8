import type { SignalText } from '../../openrtb/privacy-signals.ts';
import { type BitReader, isOverrun, openBits, partEnd, takeBits } from './bits.ts';
import { readUsSection, type UsSignals } from './us-section.ts';

/** The requested sections of a string of the Global Privacy Platform. */
type Gpp = {
  /** All sections that the header lists. */
  readonly sectionIds: readonly number[];
  /** The requested ones, in the order of the string. */
  readonly sections: readonly GppSection[];
};

export type GppSection = {
  readonly id: number;
  readonly text: string;
  /**
   * Of the US sections 7 to 23; undefined if it cannot be read, which counts as an opt-out from everything. Sections 24
   * to 27 are not read on purpose: the standard requires a header before the fields, the official encoder omits it,
   * and the bits do not show which of the two applies.
   */
  readonly us: UsSignals | undefined;
};

/** The GPP strings of a request; undefined for one that cannot be read. */
export type GppStrings = readonly (Gpp | undefined)[];

export function readGpps(gpps: readonly SignalText[], sectionIds: readonly number[]): GppStrings {
  return gpps.map((gpp) => (gpp === undefined ? undefined : readGpp(gpp, sectionIds)));
}

/** A section in every GPP string that can be read and has it. */
export function sectionsOf(id: number, strings: GppStrings): readonly GppSection[] {
  return strings.flatMap((gpp) => gpp?.sections.filter((section) => section.id === id) ?? []);
}

export const GPP_STRING_LENGTH_MAX = 8192;

/**
 * Reads some sections of a GPP string. Undefined if the header is malformed or lists another number of sections than
 * follow, because it is then unknown which text belongs to which section.
 */
export function readGpp(text: string, sectionIds: readonly number[]): Gpp | undefined {
  if (text.length > GPP_STRING_LENGTH_MAX) return undefined;
  let end = partEnd(text, '~', 0);
  const ids = readGppHeader(text, end);
  if (ids === undefined) return undefined;
  const sections: GppSection[] = [];
  for (const id of ids) {
    if (end === text.length) return undefined;
    const start = end + 1;
    end = partEnd(text, '~', start);
    if (!sectionIds.includes(id)) continue;
    const section = text.slice(start, end);
    sections.push({ id, text: section, us: readUsSection(id, section) });
  }
  return end === text.length ? { sectionIds: ids, sections } : undefined;
}

/** The maximum number of sections in a GPP string: more than exist. Most strings have one or two. */
export const GPP_SECTIONS_MAX = 32;

const HEADER_TYPE = 3;
const HEADER_VERSION = 1;
const TYPE_BITS = 6;
const VERSION_BITS = 6;
const COUNT_BITS = 12;

/** A Fibonacci number of this many bits is above two thousand, far beyond any section id. */
const FIBONACCI_BITS_MAX = 16;

/** Returns the ids of the sections that follow, in order. Undefined if the text is not a GPP header. */
function readGppHeader(text: string, end: number): readonly number[] | undefined {
  const header = openBits(text, 0, end);
  if (header === undefined || takeBits(header, TYPE_BITS) !== HEADER_TYPE) return undefined;
  if (takeBits(header, VERSION_BITS) !== HEADER_VERSION) return undefined;
  const rangeCount = takeBits(header, COUNT_BITS);
  const ids: number[] = [];
  let last = 0;
  for (let range = 0; range < rangeCount; range++) {
    const isSingle = takeBits(header, 1) === 0;
    const first = takeFibonacci(header);
    const more = isSingle ? 0 : takeFibonacci(header);
    if (first === undefined || more === undefined) return undefined;
    if (ids.length + more >= GPP_SECTIONS_MAX) return undefined;
    for (let step = 0; step <= more; step++) ids.push(last + first + step);
    last += first + more;
  }
  return isOverrun(header) ? undefined : ids;
}

/** Reads a number in Fibonacci coding: one bit for each of 1, 2, 3, 5, 8 and so on, ended by a second 1 in a row. */
function takeFibonacci(reader: BitReader): number | undefined {
  let value = 0;
  let weight = 1;
  let nextWeight = 2;
  let wasSet = false;
  for (let bit = 0; bit < FIBONACCI_BITS_MAX && !isOverrun(reader); bit++) {
    const isSet = takeBits(reader, 1) === 1;
    if (isSet && wasSet) return value;
    if (isSet) value += weight;
    wasSet = isSet;
    const sum = weight + nextWeight;
    weight = nextWeight;
    nextWeight = sum;
  }
  return undefined;
}
