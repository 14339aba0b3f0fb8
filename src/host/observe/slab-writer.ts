import { bucketOf } from './buckets.ts';
import { type Layout, type Slab, SUM_CELL, UNDECLARED_CELL } from './layout.ts';
import type { SeriesName } from './series.ts';

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

/** The cells of the rows that begin with these labels, by the last label. */
export function cellsByLabel(
  { series, cellOf }: Layout,
  name: SeriesName,
  ...labels: readonly string[]
): ReadonlyMap<string, number> {
  const rows = series[name].rows.filter((row) => labels.every((label, i) => row[i] === label));
  return new Map(rows.map((row): [string, number] => [row.at(-1) ?? '', cellOf(name, ...row)]));
}
