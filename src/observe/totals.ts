import { BUCKETS, quantileMs } from './buckets.ts';
import {
  cellsPerRow,
  forgetGauges,
  type Layout,
  type Slab,
  STARTED_CELL,
  seriesNames,
  UNDECLARED_CELL,
} from './layout.ts';
import type { SeriesName } from './series.ts';

/** What all processes of the machine have counted, together. */
export type Totals = {
  readonly layout: () => Layout;
  /** The sums as they stand now, cell by cell. A gauge that nobody knows is not a number. */
  readonly read: () => Slab;
  /** For what the supervisor itself knows. */
  readonly add: (name: SeriesName, labels: readonly string[], by: number) => void;
  readonly set: (name: SeriesName, labels: readonly string[], value: number) => void;
  /** Counts on in other slabs, from the figures of those before: after the config was reloaded. */
  readonly use: (layout: Layout, slabs: readonly Slab[]) => void;
};

export type TotalsParts = {
  readonly layout: Layout;
  readonly slabs: readonly Slab[];
  /** Whether a process counts in the slab now: what one that is gone last said of itself is not shown. */
  readonly isLive: (slab: number) => boolean;
};

type Place = { readonly layout: Layout; readonly slabs: readonly Slab[] };

export function createTotals(parts: TotalsParts): Totals {
  let now: Place = parts;
  let own = emptySlab(now.layout);
  /** What was counted in slabs that are gone. */
  let base: Slab = new Float64Array(now.layout.cells);
  /** Requests that were under way at the last reload still count in the slabs before it. */
  let former: Place | undefined;

  return {
    layout: () => now.layout,
    read() {
      const { layout, slabs } = now;
      const late = former === undefined ? [] : [moved(sum(former), former.layout, layout)];
      const sums = sum({ layout, slabs: [base, own, ...slabs, ...late] });
      const live = slabs.filter((slab, i) => parts.isLive(i) && slab[STARTED_CELL] !== 0);
      gatherGauges(layout, sums, [own, ...live]);
      return sums;
    },
    add(name, labels, by) {
      const cell = now.layout.cellOf(name, ...labels);
      own[cell] = at(own, cell) + by;
    },
    set(name, labels, value) {
      own[now.layout.cellOf(name, ...labels)] = value;
    },
    use(layout, slabs) {
      const late = former === undefined ? [] : [moved(sum(former), former.layout, now.layout)];
      base = moved(sum({ layout: now.layout, slabs: [base, ...late] }), now.layout, layout);
      own = moved(own, now.layout, layout, emptySlab(layout));
      former = now;
      now = { layout, slabs };
    },
  };
}

/** Of one row of a histogram, in milliseconds; undefined where nothing was counted. */
export function quantile(
  { cells, layout }: { readonly cells: Slab; readonly layout: Layout },
  row: { readonly name: SeriesName; readonly labels: readonly string[] },
  q: number,
): number | undefined {
  const first = layout.cellOf(row.name, ...row.labels);
  return quantileMs(cells.subarray(first, first + BUCKETS), q);
}

function emptySlab(layout: Layout): Slab {
  const slab = new Float64Array(layout.cells);
  forgetGauges(layout, slab);
  slab[layout.cellOf('parley_build_info', layout.words.version)] = 1;
  return slab;
}

/** Of the counters; what stands in the cells of gauges means nothing. */
function sum({ layout, slabs }: Place): Slab {
  const sums = new Float64Array(layout.cells);
  for (const slab of slabs)
    for (let i = 0; i < sums.length; i++) sums[i] = at(sums, i) + at(slab, i);
  return sums;
}

const GATHERED = {
  sum: (values: readonly number[]) => values.reduce((a, b) => a + b),
  least: (values: readonly number[]) => Math.min(...values),
  most: (values: readonly number[]) => Math.max(...values),
} as const;

function gatherGauges({ gauges }: Layout, sums: Slab, slabs: readonly Slab[]): void {
  for (const { cell, gather } of gauges) {
    const known = slabs.map((slab) => at(slab, cell)).filter((value) => !Number.isNaN(value));
    if (known.length === 0) sums[cell] = Number.NaN;
    else sums[cell] = GATHERED[gather](known);
  }
}

/** The figures at their places in another layout. What that one has no place for is forgotten. */
export function moved(
  from: Slab,
  fromLayout: Layout,
  toLayout: Layout,
  to: Slab = new Float64Array(toLayout.cells),
): Slab {
  for (const name of seriesNames(toLayout.series)) {
    const series = toLayout.series[name];
    for (const row of series.rows) {
      const source = fromLayout.cellOf(name, ...row);
      if (source === UNDECLARED_CELL) continue;
      const cells = from.subarray(source, source + cellsPerRow(series));
      to.set(cells, toLayout.cellOf(name, ...row));
    }
  }
  return to;
}

function at(slab: Slab, index: number): number {
  return slab[index] ?? 0;
}
