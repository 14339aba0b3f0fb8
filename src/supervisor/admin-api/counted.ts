import type { Counted } from '../../console/api.ts';
import type { Layout, Slab } from '../../observe/layout.ts';
import type { SeriesName } from '../../observe/series.ts';

/** Access to counts by the names of their series. */
export type SeriesCounts = {
  readonly count: (name: SeriesName, ...labels: readonly string[]) => number;
  /** The sum over all rows of a series. */
  readonly total: (name: SeriesName) => number;
  /** The sum over the rows whose last label is this. */
  readonly ending: (name: SeriesName, last: string) => number;
  /** Counts by the last label, without zeros, the highest first. */
  readonly byLast: (name: SeriesName, ...labels: readonly string[]) => readonly Counted[];
};

export function reading(cells: Slab, { series, cellOf }: Layout): SeriesCounts {
  const count: SeriesCounts['count'] = (name, ...labels) => cells[cellOf(name, ...labels)] ?? 0;
  return {
    count,
    total: (name) => series[name].rows.reduce((sum, row) => sum + count(name, ...row), 0),
    ending: (name, last) =>
      series[name].rows
        .filter((row) => row.at(-1) === last)
        .reduce((sum, row) => sum + count(name, ...row), 0),
    byLast: (name, ...labels) =>
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
