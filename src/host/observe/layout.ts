import { PARTNERS_MAX } from '../../demand/kinds.ts';
import { type SharedMemory, toWholeLines } from '../../lib/layout.ts';
import { BUCKETS, bucketOf } from './buckets.ts';
import { declareSeries, EACH_PARTNER, type MetricSeries, type SeriesName } from './series.ts';

/** The counters of one process. Only that process writes them; all may read them. */
export type Slab = Float64Array<ArrayBufferLike>;

/** Rows that are not declared are counted here, and never shown. */
const UNDECLARED_CELL = 0;
/** Not zero once a process has begun to count in the slab. */
export const STARTED_CELL = 1;
const FIRST_CELL = 2;

/** A row of a histogram has its buckets, then the sum of the durations. */
export const SUM_CELL = BUCKETS;
const HISTOGRAM_CELLS = BUCKETS + 1;

/** A worker and its replacement count at the same time. */
export const SLABS_PER_WORKER = 2;

export type MetricPartner = { readonly name: string; readonly isRemote: boolean };

export type Layout = ReturnType<typeof createLayout>;

/**
 * The position of each counter in a slab: first the rows that name no partner, then a block of the same size for each
 * partner. So a partner that comes later moves no cell of the others. The layout is the same in every process of a machine.
 */
export function createLayout(workers: number) {
  const slabs = workers * SLABS_PER_WORKER;
  const declared: Readonly<Record<SeriesName, MetricSeries>> = declareSeries(slabs);
  const names = Object.keys(declared) as SeriesName[];
  const all = names.flatMap((name) => declared[name].rows.map((row) => ({ name, row })));
  const block = all.filter(({ row }) => row[0] === EACH_PARTNER);
  const series = Object.fromEntries(
    names.map((name): [SeriesName, GrowingSeries] => [name, { ...declared[name], rows: [] }]),
  ) as Readonly<Record<SeriesName, GrowingSeries>>;
  const cellByRow = new Map<string, number>();
  const gauges: { readonly cell: number; readonly gather: MetricSeries['gather'] }[] = [];
  const partners: MetricPartner[] = [];
  const cellsOf = (name: SeriesName) => (declared[name].kind === 'histogram' ? HISTOGRAM_CELLS : 1);

  /** Gives the rows the cells from `first` on. Returns the cell behind them. */
  function declare(those: typeof all, first: number, partner = EACH_PARTNER): number {
    let cell = first;
    for (const { name, row: values } of those) {
      const row = values.map((value) => (value === EACH_PARTNER ? partner : value));
      // A partner may have the name that stands for all that are not known.
      if (!cellByRow.has(rowKey(name, row))) {
        const { kind, gather } = declared[name];
        cellByRow.set(rowKey(name, row), cell);
        series[name].rows.push(row);
        if (kind === 'gauge') gauges.push({ cell, gather });
      }
      cell += cellsOf(name);
    }
    return cell;
  }

  const common = all.filter(({ row }) => row[0] !== EACH_PARTNER);
  const firstBlock = declare(common, FIRST_CELL);
  const blockCells = block.reduce((sum, { name }) => sum + cellsOf(name), 0);
  /** Of one slab, with room for all partners that may come. No line of the cache has cells of two slabs. */
  const slabBytes = toWholeLines((firstBlock + PARTNERS_MAX * blockCells) * CELL_BYTES);
  let cells = firstBlock;

  return {
    series: series as Readonly<Record<SeriesName, MetricSeries>>,
    names,
    partners: partners as readonly MetricPartner[],
    gauges: gauges as readonly (typeof gauges)[number][],
    /** How many are in use. */
    cells: () => cells,
    /** Puts a partner into its block, once. It keeps it, also where it is removed. */
    add(partner: MetricPartner, index: number): void {
      if (partners.some(({ name }) => name === partner.name)) return;
      partners.push(partner);
      cells = Math.max(cells, declare(block, firstBlock + index * blockCells, partner.name));
    },
    /** The first cell of a row, or `UNDECLARED_CELL` where the series has no such row. */
    cellOf: (name: SeriesName, ...values: readonly string[]) =>
      cellByRow.get(rowKey(name, values)) ?? UNDECLARED_CELL,
    /** Of all slabs. */
    words: (slabs * slabBytes) / CELL_BYTES,
    /** One of them in shared memory. `byteOffset` is a multiple of eight. */
    slabAt: ({ buffer, byteOffset }: SharedMemory, slot: number): Slab =>
      new Float64Array(buffer, byteOffset + slot * slabBytes, slabBytes / CELL_BYTES),
    slots: Array.from({ length: slabs }, (_, slot) => slot),
  };
}

type GrowingSeries = Omit<MetricSeries, 'rows'> & { readonly rows: (readonly string[])[] };

const CELL_BYTES = Float64Array.BYTES_PER_ELEMENT;

function rowKey(name: string, values: readonly string[]): string {
  return [name, ...values].join('\n');
}

/** Marks the gauges of the slab as unknown, from this one on. */
export function forgetGauges({ gauges }: Layout, slab: Slab, from = 0): void {
  for (const { cell } of gauges.slice(from)) slab[cell] = Number.NaN;
}

export type SlabWriter = ReturnType<typeof createSlabWriter>;

/** The only ways to count. */
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
  return new Map(rows.map((row) => [row.at(-1) ?? '', cellOf(name, ...row)]));
}
