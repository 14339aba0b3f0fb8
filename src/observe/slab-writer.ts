import { bucketOf } from './buckets.ts';
import { type Slab, SUM_CELL, UNDECLARED_CELL } from './layout.ts';

/** The only ways to count. Counts in an undeclared cell are never shown. */
export type SlabWriter = {
  readonly count: (cell: number | undefined, by?: number) => void;
  readonly set: (cell: number, value: number) => void;
  /** Counts a duration in the histogram that begins at the cell. */
  readonly observe: (cell: number, ms: number) => void;
};

export function createSlabWriter(slab: Slab): SlabWriter {
  const count = (cell = UNDECLARED_CELL, by = 1) => {
    slab[cell] = (slab[cell] ?? 0) + by;
  };
  return {
    count,
    set(cell, value) {
      slab[cell] = value;
    },
    observe(cell, ms) {
      count(cell + bucketOf(ms));
      count(cell + SUM_CELL, ms);
    },
  };
}

/** The cell of each name. */
export function cellsByName<T extends string | number>(
  names: readonly T[],
  cellOf: (name: T) => number,
): ReadonlyMap<T, number> {
  return new Map(names.map((name): [T, number] => [name, cellOf(name)]));
}
