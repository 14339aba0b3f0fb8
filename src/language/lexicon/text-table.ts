export const NOT_LISTED = -1;

/** So many cells for each text, that most texts are found at the first. */
const CELLS_PER_TEXT = 2;
const CELLS_MIN = 16;

export type TextTable = ReturnType<typeof createTextTable>;

/**
 * A number for each of many texts, found by 64 bits of hashes and without keeping the texts: ten thousands of live strings
 * would lengthen every garbage collection, and take ten times the memory.
 */
export function createTextTable(numbers: ReadonlyMap<string, number>) {
  let size = CELLS_MIN;
  while (size < numbers.size * CELLS_PER_TEXT) size *= 2;
  const mask = size - 1;
  const firsts = new Int32Array(size);
  const seconds = new Int32Array(size);
  /** Counted from 1; 0: the cell is free. */
  const values = new Uint16Array(size);

  const cellOf = (first: number, second: number): number => {
    let cell = first & mask;
    while (values[cell] !== 0 && (firsts[cell] !== first || seconds[cell] !== second)) {
      cell = (cell + 1) & mask;
    }
    return cell;
  };

  for (const [text, number] of numbers) {
    const [first, second] = [hash(text, FIRST), hash(text, SECOND)];
    const cell = cellOf(first, second);
    firsts[cell] = first;
    seconds[cell] = second;
    values[cell] = number + 1;
  }

  return {
    /** Or `NOT_LISTED`. */
    get(text: string): number {
      const first = hash(text, FIRST);
      // Most texts that are not listed find a free cell at once.
      if (values[first & mask] === 0) return NOT_LISTED;
      return (values[cellOf(first, hash(text, SECOND))] as number) - 1;
    },
    /** Of two texts with a hyphen between them. */
    getPhrase(beginning: string, word: string): number {
      const first = hash(word, FIRST, hash('-', FIRST, hash(beginning, FIRST)));
      if (values[first & mask] === 0) return NOT_LISTED;
      const second = hash(word, SECOND, hash('-', SECOND, hash(beginning, SECOND)));
      return (values[cellOf(first, second)] as number) - 1;
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
