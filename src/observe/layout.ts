import { BUCKETS } from './buckets.ts';
import { declareSeries, type MetricSeries, type MetricWords, type SeriesName } from './series.ts';

/** The position of each counter in a slab. The same words give the same layout in every process. */
export type Layout = {
  readonly words: MetricWords;
  readonly series: Readonly<Record<SeriesName, MetricSeries>>;
  readonly cells: number;
  readonly gauges: readonly { readonly cell: number; readonly gather: MetricSeries['gather'] }[];
  /** The first cell of a row, or `UNDECLARED_CELL` where the series has no such row. */
  readonly cellOf: (name: SeriesName, ...values: readonly string[]) => number;
};

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

export const cellsPerRow = ({ kind }: MetricSeries) => (kind === 'histogram' ? HISTOGRAM_CELLS : 1);

export const seriesNames = (series: Layout['series']) => Object.keys(series) as SeriesName[];

export function createLayout(words: MetricWords): Layout {
  const series = declareSeries(words);
  const cellByRow = new Map<string, number>();
  const gauges: Layout['gauges'][number][] = [];
  let cells = FIRST_CELL;
  for (const name of seriesNames(series)) {
    const { kind, gather, rows } = series[name];
    for (const row of rows) {
      cellByRow.set(rowKey(name, row), cells);
      if (kind === 'gauge') gauges.push({ cell: cells, gather });
      cells += cellsPerRow(series[name]);
    }
  }
  return {
    words,
    series,
    cells,
    gauges,
    cellOf: (name, ...values) => cellByRow.get(rowKey(name, values)) ?? UNDECLARED_CELL,
  };
}

function rowKey(name: string, values: readonly string[]): string {
  return [name, ...values].join('\n');
}

export function metricsBytes({ cells, words }: Layout): number {
  return cells * Float64Array.BYTES_PER_ELEMENT * words.slabs;
}

/** The slab of one process in shared memory. `byteOffset` is a multiple of eight. */
export function slabAt(
  layout: Layout,
  memory: { readonly buffer: ArrayBufferLike; readonly byteOffset: number },
  slab: number,
): Slab {
  const bytes = layout.cells * Float64Array.BYTES_PER_ELEMENT;
  return new Float64Array(memory.buffer, memory.byteOffset + slab * bytes, layout.cells);
}

/** All slabs, for summing them up. */
export function slabsAt(layout: Layout, memory: Parameters<typeof slabAt>[1]): readonly Slab[] {
  return Array.from({ length: layout.words.slabs }, (_, slab) => slabAt(layout, memory, slab));
}

/** Marks every gauge of the slab as unknown. */
export function forgetGauges({ gauges }: Layout, slab: Slab): void {
  for (const { cell } of gauges) slab[cell] = Number.NaN;
}
