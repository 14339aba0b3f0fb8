import { foldedCode, foldedLetters, MANY, NO_LETTER } from './fold.ts';

/** Words as numbers from 0 on: a phrase is compared number by number. */
export type WordNumbers = {
  readonly numbers: ReadonlyMap<string, number>;
  /** The number of a word, a new one if it has none yet. */
  readonly numberOf: (word: string) => number;
  /** Of the word that stands in a text, or `UNKNOWN`. No string is made of it: most words are unknown. */
  readonly numberIn: (text: string, start: number, end: number) => number;
};

export const VOCABULARY_MAX = 1 << 15;

/** A word that no list has. */
export const UNKNOWN = -1;

/** At most half of the cells are taken. */
const CELLS = 2 * VOCABULARY_MAX;

export function createVocabulary(): WordNumbers {
  const numbers = new Map<string, number>();
  // Found by 64 bits of hashes. What another word with the same ones would cost is an ad.
  const firsts = new Int32Array(CELLS);
  const seconds = new Int32Array(CELLS);
  /** Counted from 1; 0: the cell is free. */
  const values = new Uint16Array(CELLS);

  const cellOf = (first: number, second: number): number => {
    let cell = first & (CELLS - 1);
    while (values[cell] !== 0 && (firsts[cell] !== first || seconds[cell] !== second)) {
      cell = (cell + 1) & (CELLS - 1);
    }
    return cell;
  };

  return {
    numbers,
    numberOf: (word) => {
      const known = numbers.get(word);
      if (known !== undefined) return known;
      if (numbers.size === VOCABULARY_MAX) {
        throw new Error(`the word lists have more than ${VOCABULARY_MAX} different words`);
      }
      const [first, second] = [hashIn(word, FIRST), hashIn(word, SECOND)];
      const cell = cellOf(first, second);
      firsts[cell] = first;
      seconds[cell] = second;
      values[cell] = numbers.size + 1;
      numbers.set(word, numbers.size);
      return numbers.size - 1;
    },
    numberIn: (text, start, end) => {
      const first = hashIn(text, FIRST, start, end);
      if (values[first & (CELLS - 1)] === 0) return UNKNOWN;
      return (values[cellOf(first, hashIn(text, SECOND, start, end))] ?? 0) - 1;
    },
  };
}

const FIRST = 0x01000193;
const SECOND = 0x85ebca6b;
const HASH_START = 0x811c9dc5;

/** Of the folded letters of a part of a text. */
function hashIn(text: string, factor: number, start = 0, end = text.length): number {
  let hash = HASH_START;
  for (let at = start; at < end; at++) {
    const code = foldedCode(text.charCodeAt(at));
    if (code === NO_LETTER) continue;
    if (code !== MANY) {
      hash = Math.imul(hash ^ code, factor);
      continue;
    }
    const codePoint = text.codePointAt(at) ?? 0;
    if (codePoint > 0xffff) at++;
    const letters = foldedLetters(codePoint);
    for (let letter = 0; letter < letters.length; letter++) {
      hash = Math.imul(hash ^ letters.charCodeAt(letter), factor);
    }
  }
  // The low bits choose the cell.
  return hash ^ (hash >>> 15);
}
