import { type BitReader, isOverrun, openBits, takeBits } from './bits.ts';

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
export function readGppHeader(text: string, end: number): readonly number[] | undefined {
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
