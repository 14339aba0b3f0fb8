import { bucketOf } from './buckets.ts';
import { type Slab, SUM_CELL, UNDECLARED_CELL } from './layout.ts';

export type SlabWriter = ReturnType<typeof createSlabWriter>;

/** The only ways to count. Counts in an undeclared cell are never shown. */
export function createSlabWriter(slab: Slab) {
  const count = (cell = UNDECLARED_CELL, by = 1) => {
    slab[cell] = (slab[cell] ?? 0) + by;
  };
  return {
    count,
    set(cell: number, value: number) {
      slab[cell] = value;
    },
    /** Counts a duration in the histogram that begins at the cell. */
    observe(cell: number, ms: number) {
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
