import { foldedCode, foldedLetters, MANY, NO_LETTER } from './sensitive/fold.ts';

export const NOT_LISTED = -1;

/** So many cells for each text, that most texts are found at the first. */
const CELLS_PER_TEXT = 2;
const CELLS_MIN = 16;

/**
 * A number for each of many texts, found by 64 bits of hashes and without keeping the texts: ten thousands of live strings
 * would lengthen every garbage collection, and take ten times the memory.
 */
export type TextTable = {
  readonly firsts: Int32Array;
  readonly seconds: Int32Array;
  /** Counted from 1; 0: the cell is free. */
  readonly values: Uint16Array;
};

export function buildTextTable(numbers: ReadonlyMap<string, number>): TextTable {
  let size = CELLS_MIN;
  while (size < numbers.size * CELLS_PER_TEXT) size *= 2;
  const firsts = new Int32Array(size);
  const seconds = new Int32Array(size);
  const values = new Uint16Array(size);
  for (const [text, number] of numbers) {
    const [first, second] = [hash(text, FIRST), hash(text, SECOND)];
    let cell = first & (size - 1);
    while (values[cell] !== 0 && (firsts[cell] !== first || seconds[cell] !== second)) {
      cell = (cell + 1) & (size - 1);
    }
    firsts[cell] = first;
    seconds[cell] = second;
    values[cell] = number + 1;
  }
  return { firsts, seconds, values };
}

export function openTextTable({ firsts, seconds, values }: TextTable) {
  const mask = values.length - 1;
  const valueAt = (first: number, second: number): number => {
    let cell = first & mask;
    while (values[cell] !== 0 && (firsts[cell] !== first || seconds[cell] !== second)) {
      cell = (cell + 1) & mask;
    }
    return (values[cell] as number) - 1;
  };
  return {
    /** Or `NOT_LISTED`. */
    get(text: string): number {
      const first = hash(text, FIRST);
      // Most texts that are not listed find a free cell at once.
      if (values[first & mask] === 0) return NOT_LISTED;
      return valueAt(first, hash(text, SECOND));
    },
    /** Of two texts with a hyphen between them. */
    getPhrase(beginning: string, word: string): number {
      const first = hash(word, FIRST, hash('-', FIRST, hash(beginning, FIRST)));
      if (values[first & mask] === 0) return NOT_LISTED;
      return valueAt(first, hash(word, SECOND, hash('-', SECOND, hash(beginning, SECOND))));
    },
    /** Of the folded letters of a part of a text. No string is made of them: most words are unknown. */
    getIn(text: string, start: number, end: number): number {
      const first = foldedHash(text, FIRST, start, end);
      if (values[first & mask] === 0) return NOT_LISTED;
      return valueAt(first, foldedHash(text, SECOND, start, end));
    },
  };
}

const FIRST = 0x01000193;
const SECOND = 0x85ebca6b;

const START = 0x811c9dc5;

/** Of a text, or of one that begins with another whose hash is given. */
function hash(text: string, factor: number, beginning = START): number {
  let number = beginning;
  for (let at = 0; at < text.length; at++) {
    number = Math.imul(number ^ text.charCodeAt(at), factor);
    number ^= number >>> 15;
  }
  return number | 0;
}

function foldedHash(text: string, factor: number, start: number, end: number): number {
  let number = START;
  for (let at = start; at < end; at++) {
    const code = foldedCode(text.charCodeAt(at));
    if (code === NO_LETTER) continue;
    if (code !== MANY) {
      number = Math.imul(number ^ code, factor);
      number ^= number >>> 15;
      continue;
    }
    const codePoint = text.codePointAt(at) ?? 0;
    if (codePoint > 0xffff) at++;
    number = hash(foldedLetters(codePoint), factor, number);
  }
  return number | 0;
}
