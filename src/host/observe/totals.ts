import {
  cellsPerRow,
  forgetGauges,
  type Layout,
  type Slab,
  STARTED_CELL,
  UNDECLARED_CELL,
} from './layout.ts';
import type { SeriesName } from './series.ts';
import { createSlabWriter } from './slab-writer.ts';

type Generation = { readonly layout: Layout; readonly slabs: readonly Slab[] };

export type Totals = ReturnType<typeof createTotals>;

/** Sums the metrics of all processes of the machine. */
export function createTotals(
  parts: Generation & {
    /** Whether a running process owns the slab. Gauges of a process that has ended are not shown. */
    readonly isLive: (slab: number) => boolean;
  },
) {
  let now: Generation = parts;
  let own = emptySlab(now.layout);
  /** The counts of slabs that are no longer in use. */
  let base: Slab = new Float64Array(now.layout.cells);
  /** The slabs before the last reload. Requests that were in flight during it still count there. */
  let former: Generation | undefined;
  /** The layout grows when a partner comes. */
  const ownSlab = (): Slab => {
    if (own.length < now.layout.cells) {
      const longer = emptySlab(now.layout);
      longer.set(own);
      own = longer;
    }
    return own;
  };
  const late = () => (former ? [moved(sum(former), former.layout, now.layout)] : []);

  return {
    layout: () => now.layout,
    /** The current sums, cell by cell. A gauge without a value is NaN. */
    read(): Slab {
      const { layout, slabs } = now;
      const sums = sum({ layout, slabs: [base, ownSlab(), ...slabs, ...late()] });
      const live = slabs.filter((slab, i) => parts.isLive(i) && slab[STARTED_CELL] !== 0);
      gatherGauges(layout, sums, [ownSlab(), ...live]);
      return sums;
    },
    /** Counts for the supervisor itself. */
    add(name: SeriesName, labels: readonly string[], by: number): void {
      const cell = now.layout.cellOf(name, ...labels);
      const slab = ownSlab();
      slab[cell] = at(slab, cell) + by;
    },
    /** Counts a duration of the supervisor itself in a histogram. */
    observe(name: SeriesName, labels: readonly string[], ms: number): void {
      createSlabWriter(ownSlab()).observe(now.layout.cellOf(name, ...labels), ms);
    },
    set(name: SeriesName, labels: readonly string[], value: number): void {
      ownSlab()[now.layout.cellOf(name, ...labels)] = value;
    },
    /** Switches to new slabs after a reload of the config. The counts of the old slabs carry over. */
    use(layout: Layout, slabs: readonly Slab[]): void {
      base = moved(sum({ layout: now.layout, slabs: [base, ...late()] }), now.layout, layout);
      own = moved(ownSlab(), now.layout, layout, emptySlab(layout));
      former = now;
      now = { layout, slabs };
    },
  };
}

function emptySlab(layout: Layout): Slab {
  const slab = new Float64Array(layout.cells);
  forgetGauges(layout, slab);
  slab[layout.cellOf('parley_build_info', layout.words.version)] = 1;
  return slab;
}

/** The sums of the counters. The sums in the cells of gauges are meaningless. */
function sum({ layout, slabs }: Generation): Slab {
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

/** Copies the counts to their cells in another layout. Drops counts that the other layout does not have. */
export function moved(
  from: Slab,
  fromLayout: Layout,
  toLayout: Layout,
  to: Slab = new Float64Array(toLayout.cells),
): Slab {
  for (const name of toLayout.names) {
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
