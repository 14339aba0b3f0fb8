/** There is no such row, or no room for one. */
export const NO_ROW = -1;

/**
 * Rows that several texts name, each with some sums: counting is an addition in a typed array. Texts become numbers here, and
 * texts again when the row is read. Rows are found by a hash of their numbers, so that no two lists of texts can be taken
 * for each other.
 */
export function createTextRows(shape: {
  readonly texts: number;
  readonly sums: number;
  readonly rowsMax: number;
}) {
  const { texts: width, sums: sumsEach, rowsMax } = shape;
  const numbers = new Map<string, number>();
  const texts: string[] = [];
  /** The numbers that a row is asked for by. */
  const key = new Int32Array(width);
  const keys = new Int32Array(rowsMax * width);
  const sums = new Float64Array(rowsMax * sumsEach);
  /** Twice as many slots as rows at least, so that the next free one is near. Each has a row and one; 0: free. */
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(rowsMax + 1) + 1));
  let size = 0;

  function isAt(row: number): boolean {
    const start = row * width;
    for (let at = 0; at < width; at++) if (keys[start + at] !== key[at]) return false;
    return true;
  }

  return {
    key,
    sums,
    size: () => size,
    /** A new text gets a number; where it may not be added, one that no row has. */
    numberOf(text: string, mayAdd: boolean): number {
      const known = numbers.get(text);
      if (known !== undefined) return known;
      if (!mayAdd) return NO_ROW;
      const number = texts.push(text) - 1;
      numbers.set(text, number);
      return number;
    },
    /** The row with the numbers that are in `key`. */
    find(mayAdd: boolean): number {
      let hash = 0;
      for (let at = 0; at < width; at++)
        hash = Math.imul(hash ^ (key[at] as number), 0x9e3779b1) ^ (hash >>> 15);
      let slot = (hash ^ (hash >>> 16)) & (slots.length - 1);
      for (; slots[slot] !== 0; slot = (slot + 1) & (slots.length - 1)) {
        const row = (slots[slot] as number) - 1;
        if (isAt(row)) return row;
      }
      if (!mayAdd || size === rowsMax) return NO_ROW;
      keys.set(key, size * width);
      slots[slot] = ++size;
      return size - 1;
    },
    textAt: (row: number, at: number): string => texts[keys[row * width + at] as number] as string,
    clear(): void {
      numbers.clear();
      texts.length = 0;
      slots.fill(0);
      sums.fill(0, 0, size * sumsEach);
      size = 0;
    },
  };
}
