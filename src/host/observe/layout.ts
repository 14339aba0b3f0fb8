import { type SharedMemory, toWholeLines } from '../../lib/layout.ts';
import { BUCKETS } from './buckets.ts';
import type { MetricSeries } from './metric-series.ts';
import { declareSeries, type MetricPartner, type MetricWords, type SeriesName } from './series.ts';

/** The counters of one process. Only that process writes them; all may read them. */
export type Slab = Float64Array<ArrayBufferLike>;

/** Rows that are not declared are counted here, and never shown. */
export const UNDECLARED_CELL = 0;
/** Not zero once a process has begun to count in the slab. */
export const STARTED_CELL = 1;
const FIRST_CELL = 2;

/** A row of a histogram has its buckets, then the sum of the durations. */
export const SUM_CELL = BUCKETS;
const HISTOGRAM_CELLS = BUCKETS + 1;

export const cellsPerRow = ({ kind }: Pick<MetricSeries, 'kind'>) =>
  kind === 'histogram' ? HISTOGRAM_CELLS : 1;

export type Layout = ReturnType<typeof createLayout>;

type Gauge = { readonly cell: number; readonly gather: MetricSeries['gather'] };

/** No partner has this name. */
const ANY_PARTNER: MetricPartner = { name: '', isRemote: true };

/**
 * The position of each counter in a slab: first the rows that name no partner, then a block of the same size for each
 * partner. So a partner that comes later moves no cell of the others. The same words give the same layout in every process.
 */
export function createLayout(words: Omit<MetricWords, 'partners'>) {
  const series: Readonly<Record<SeriesName, GrowingSeries>> = withoutPartners(words);
  const names = Object.keys(series) as SeriesName[];
  const block = blockOf(words, series, names);
  const partners: MetricPartner[] = [];
  const known: ReadonlyArray<MetricPartner> = partners;
  const cellByRow = new Map<string, number>();
  const gauges: Gauge[] = [];
  let cells = FIRST_CELL;

  function declare(name: SeriesName, row: readonly string[], cell: number): void {
    const { kind, gather } = series[name];
    cellByRow.set(rowKey(name, row), cell);
    if (kind === 'gauge') gauges.push({ cell, gather });
  }

  for (const name of names) {
    for (const row of series[name].rows) {
      declare(name, row, cells);
      cells += cellsPerRow(series[name]);
    }
  }
  const firstBlock = cells;

  /** Puts a partner into its block, once. It keeps it, also where it is removed. */
  function add(partner: MetricPartner, index: number): void {
    if (partners.some(({ name }) => name === partner.name)) return;
    partners.push(partner);
    const start = firstBlock + index * block.cells;
    for (const { name, labels, cell } of block.rows) {
      const row = [partner.name, ...labels];
      // A partner may have the name that stands for all that are not known.
      if (cellByRow.has(rowKey(name, row))) continue;
      series[name].rows.push(row);
      declare(name, row, start + cell);
    }
    cells = Math.max(cells, start + block.cells);
  }

  return {
    words,
    series: series as Readonly<Record<SeriesName, MetricSeries>>,
    names,
    partners: known,
    /** How many are in use. */
    get cells() {
      return cells;
    },
    /** How many a slab has: enough for all partners that may come. */
    capacity: wholeLines(firstBlock + words.partnersMax * block.cells),
    gauges: gauges as readonly Gauge[],
    add,
    /** The first cell of a row, or `UNDECLARED_CELL` where the series has no such row. */
    cellOf: (name: SeriesName, ...values: readonly string[]) =>
      cellByRow.get(rowKey(name, values)) ?? UNDECLARED_CELL,
  };
}

type GrowingSeries = Omit<MetricSeries, 'rows'> & { readonly rows: (readonly string[])[] };

/** The series with the rows that name no partner. */
function withoutPartners(
  words: Omit<MetricWords, 'partners'>,
): Readonly<Record<SeriesName, GrowingSeries>> {
  const declared = Object.entries(declareSeries({ ...words, partners: [] }));
  return Object.fromEntries(
    declared.map(([name, one]) => [name, { ...one, rows: [...one.rows] }]),
  ) as Readonly<Record<SeriesName, GrowingSeries>>;
}

/** The rows of one partner, without its name, and the cell of each in its block. */
function blockOf(
  words: Omit<MetricWords, 'partners'>,
  common: Readonly<Record<SeriesName, GrowingSeries>>,
  names: readonly SeriesName[],
) {
  const declared = declareSeries({ ...words, partners: [ANY_PARTNER] });
  let cells = 0;
  const rows = names.flatMap((name) => {
    const own = declared[name].rows.slice(0, declared[name].rows.length - common[name].rows.length);
    return own.map(([, ...labels]) => {
      const cell = cells;
      cells += cellsPerRow(declared[name]);
      return { name, labels, cell };
    });
  });
  return { rows, cells };
}

/** No line of the cache has cells of two slabs. */
function wholeLines(cells: number): number {
  const bytes = Float64Array.BYTES_PER_ELEMENT;
  return toWholeLines(cells * bytes) / bytes;
}

function rowKey(name: string, values: readonly string[]): string {
  return [name, ...values].join('\n');
}

export const metricsWords = ({ capacity, words }: Layout) => capacity * words.slabs;

/** The slab of one process in shared memory. `byteOffset` is a multiple of eight. */
export function slabAt({ capacity }: Layout, memory: SharedMemory, slab: number): Slab {
  const bytes = capacity * Float64Array.BYTES_PER_ELEMENT;
  return new Float64Array(memory.buffer, memory.byteOffset + slab * bytes, capacity);
}

/** All slabs, for summing them up. */
export function slabsAt(layout: Layout, memory: SharedMemory): readonly Slab[] {
  return Array.from({ length: layout.words.slabs }, (_, slab) => slabAt(layout, memory, slab));
}

/** Marks the gauges of the slab as unknown, from this one on. */
export function forgetGauges({ gauges }: Layout, slab: Slab, from = 0): void {
  for (const { cell } of gauges.slice(from)) slab[cell] = Number.NaN;
}
