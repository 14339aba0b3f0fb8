/** One series of metrics: `series.ts` declares each. */
export type MetricSeries = {
  readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels: readonly string[];
  /** The values of the labels, one row for each combination. */
  readonly rows: readonly (readonly string[])[];
  /** The exposition divides by this: histograms count milliseconds and are shown in seconds. */
  readonly divisor: number;
  /** How the values of several processes combine. Counters are always summed. */
  readonly gather: 'sum' | 'least' | 'most';
};

export const MS_PER_SECOND = 1000;

type Labels = Readonly<Record<string, readonly string[]>>;

type Special = Partial<Pick<MetricSeries, 'divisor' | 'gather'>>;

function series(
  kind: MetricSeries['kind'],
  help: string,
  labels: Labels = {},
  special: Special = {},
): MetricSeries {
  const divisor = kind === 'histogram' ? MS_PER_SECOND : 1;
  const rows = product(Object.values(labels));
  return { kind, help, labels: Object.keys(labels), rows, divisor, gather: 'sum', ...special };
}

function product(lists: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return lists.reduce<readonly (readonly string[])[]>(
    (rows, values) => rows.flatMap((row) => values.map((value) => [...row, value])),
    [[]],
  );
}

export const counter = (help: string, labels?: Labels, special?: Special) =>
  series('counter', help, labels, special);
export const gauge = (help: string, labels?: Labels, special?: Special) =>
  series('gauge', help, labels, special);
export const histogram = (help: string, labels?: Labels) => series('histogram', help, labels);
