import type { Counted } from '../admin/answers.ts';
import type { Layout, Slab } from '../observe/layout.ts';
import type { SeriesName } from '../observe/series.ts';

export type SeriesCounts = ReturnType<typeof reading>;

const added = (sum: number, count: number) => sum + count;

/** Access to counts by the names of their series; with `Math.max` to times, of which the last one counts. */
export function reading(cells: Slab, { series, cellOf }: Layout, joined = added) {
  const count = (name: SeriesName, ...labels: readonly string[]) =>
    cells[cellOf(name, ...labels)] ?? 0;
  return {
    count,
    /** The sum over all rows of a series, or over those whose last label is this. */
    total: (name: SeriesName, last?: string) =>
      series[name].rows
        .filter((row) => last === undefined || row.at(-1) === last)
        .reduce((sum, row) => joined(sum, count(name, ...row)), 0),
    /** The counts by the last label, without zeros, the highest first. */
    byLast: (name: SeriesName, ...labels: readonly string[]): readonly Counted[] =>
      series[name].rows
        .filter((row) => labels.every((label, i) => row[i] === label))
        .map((row) => ({ reason: row.at(-1) ?? '', count: count(name, ...row) }))
        .filter((one) => one.count > 0)
        .sort(byCount),
  };
}

export function byCount(a: { readonly count: number }, b: { readonly count: number }): number {
  return b.count - a.count;
}
