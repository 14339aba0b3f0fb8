import { version } from '../../../package.json';
import type { Counted } from '../admin/answers.ts';
import {
  cellsByLabel,
  createSlabWriter,
  forgetGauges,
  type Layout,
  type Slab,
  STARTED_CELL,
} from './layout.ts';
import type { SeriesName } from './series.ts';

export type Totals = ReturnType<typeof createTotals>;

type TotalsParts = {
  readonly layout: Layout;
  readonly slabs: readonly Slab[];
  /** Whether a running process owns the slab. Gauges of a process that has ended are not shown. */
  readonly isLive: (slab: number) => boolean;
};

/** Sums the metrics of all processes of the machine. */
export function createTotals({ layout, slabs, isLive }: TotalsParts) {
  let own: Slab = new Float64Array(0);
  /** The counts of the supervisor itself. The layout grows when a partner comes. */
  const writer = () => {
    if (own.length < layout.cells()) {
      const longer = new Float64Array(layout.cells());
      forgetGauges(layout, longer);
      longer[layout.cellOf('parley_build_info', version)] = 1;
      longer.set(own);
      own = longer;
    }
    return createSlabWriter(own);
  };

  return {
    layout,
    /** The current sums, cell by cell. A gauge without a value is NaN. */
    read(): Slab {
      writer();
      const sums = new Float64Array(own);
      for (const slab of slabs) {
        for (let i = 0; i < sums.length; i++) sums[i] = at(sums, i) + at(slab, i);
      }
      const live = slabs.filter((slab, i) => isLive(i) && slab[STARTED_CELL] !== 0);
      for (const { cell, gather } of layout.gauges) {
        const values = [own, ...live].map((slab) => at(slab, cell));
        const known = values.filter((value) => !Number.isNaN(value));
        sums[cell] = known.length === 0 ? Number.NaN : GATHERED[gather](known);
      }
      return sums;
    },
    add: (name: SeriesName, labels: readonly string[], by: number) =>
      writer().count(layout.cellOf(name, ...labels), by),
    /** Counts a duration in a histogram. */
    observe: (name: SeriesName, labels: readonly string[], ms: number) =>
      writer().observe(layout.cellOf(name, ...labels), ms),
    set: (name: SeriesName, labels: readonly string[], value: number) =>
      writer().set(layout.cellOf(name, ...labels), value),
  };
}

const GATHERED = {
  sum: (values: readonly number[]) => values.reduce((a, b) => a + b),
  least: (values: readonly number[]) => Math.min(...values),
  most: (values: readonly number[]) => Math.max(...values),
} as const;

function at(slab: Slab, index: number): number {
  return slab[index] ?? 0;
}

export type SeriesCounts = ReturnType<typeof reading>;

/** Access to counts by the names of their series; with `Math.max` to times, of which the last one counts. */
export function reading(
  cells: Slab,
  layout: Layout,
  joined = (sum: number, one: number) => sum + one,
) {
  const { series, cellOf } = layout;
  const count = (name: SeriesName, ...labels: readonly string[]) =>
    at(cells, cellOf(name, ...labels));
  return {
    count,
    /** The sum over all rows of a series, or over those whose last label is this. */
    total: (name: SeriesName, last?: string) =>
      series[name].rows
        .filter((row) => last === undefined || row.at(-1) === last)
        .reduce((sum, row) => joined(sum, count(name, ...row)), 0),
    /** The counts by the last label, without zeros, the highest first. */
    byLast: (name: SeriesName, ...labels: readonly string[]): readonly Counted[] =>
      [...cellsByLabel(layout, name, ...labels)]
        .map(([reason, cell]) => ({ reason, count: at(cells, cell) }))
        .filter((one) => one.count > 0)
        .sort(byCount),
  };
}

export function byCount(a: { readonly count: number }, b: { readonly count: number }): number {
  return b.count - a.count;
}
