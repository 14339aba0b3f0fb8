import { forgetGauges, type Layout, type Slab, STARTED_CELL } from './layout.ts';
import type { SeriesName } from './series.ts';
import { createSlabWriter } from './slab-writer.ts';

export type Totals = ReturnType<typeof createTotals>;

type TotalsParts = {
  readonly layout: Layout;
  readonly slabs: readonly Slab[];
  /** Whether a running process owns the slab. Gauges of a process that has ended are not shown. */
  readonly isLive: (slab: number) => boolean;
};

/** Sums the metrics of all processes of the machine. */
export function createTotals({ layout, slabs, isLive }: TotalsParts) {
  let own = emptySlab(layout);
  /** The layout grows when a partner comes. */
  const ownSlab = (): Slab => {
    if (own.length < layout.cells) {
      const longer = emptySlab(layout);
      longer.set(own);
      own = longer;
    }
    return own;
  };

  return {
    layout,
    /** The current sums, cell by cell. A gauge without a value is NaN. */
    read(): Slab {
      const sums = sumOf(layout, [ownSlab(), ...slabs]);
      const live = slabs.filter((slab, i) => isLive(i) && slab[STARTED_CELL] !== 0);
      gatherGauges(layout, sums, [ownSlab(), ...live]);
      return sums;
    },
    /** Counts for the supervisor itself. */
    add(name: SeriesName, labels: readonly string[], by: number): void {
      const cell = layout.cellOf(name, ...labels);
      const slab = ownSlab();
      slab[cell] = at(slab, cell) + by;
    },
    /** Counts a duration of the supervisor itself in a histogram. */
    observe(name: SeriesName, labels: readonly string[], ms: number): void {
      createSlabWriter(ownSlab()).observe(layout.cellOf(name, ...labels), ms);
    },
    set(name: SeriesName, labels: readonly string[], value: number): void {
      ownSlab()[layout.cellOf(name, ...labels)] = value;
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
function sumOf(layout: Layout, slabs: readonly Slab[]): Slab {
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

function at(slab: Slab, index: number): number {
  return slab[index] ?? 0;
}
