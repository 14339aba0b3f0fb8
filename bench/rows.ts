/** What a scenario found out about one case. */
export type Row = {
  readonly name: string;
  readonly figures: Figures;
  /** What to know before believing the figures. */
  readonly notes?: readonly string[];
};

export type ColumnName = keyof typeof COLUMNS;

export type Figures = Partial<Readonly<Record<ColumnName, Figure>>>;

export type Figure = number | Spread;

/** Of rounds. */
export type Spread = {
  readonly median: number;
  readonly lowerQuartile: number;
  readonly upperQuartile: number;
};

type Column = { readonly title: string; readonly decimals: number };

/** In the order of the table. */
const COLUMNS = {
  offeredPerSecond: { title: 'offered/s', decimals: 0 },
  perSecond: { title: 'req/s', decimals: 0 },
  rateToEcho: { title: '÷ echo', decimals: 2 },
  rateToOne: { title: '÷ one worker', decimals: 2 },
  cpuUs: { title: 'CPU µs/req', decimals: 1 },
  cpuToEcho: { title: '÷ echo', decimals: 2 },
  cpuToFirst: { title: '÷ first', decimals: 2 },
  cpuToOther: { title: 'CPU ÷ other', decimals: 2 },
  heapKb: { title: 'heap kB/req', decimals: 1 },
  heapToOther: { title: 'heap ÷ other', decimals: 2 },
  allKb: { title: 'all kB/req', decimals: 1 },
  cpuPerCallUs: { title: 'CPU µs/call', decimals: 1 },
  connectionsPerCall: { title: 'new conns/call', decimals: 3 },
  startMs: { title: 'start ms', decimals: 0 },
  startToOther: { title: 'start ÷ other', decimals: 2 },
  supervisorMb: { title: 'supervisor MB', decimals: 0 },
  supervisorToOther: { title: 'supervisor ÷ other', decimals: 2 },
  workerMb: { title: 'worker MB', decimals: 0 },
  workerToOther: { title: 'worker ÷ other', decimals: 2 },
  serverCores: { title: 'cores', decimals: 2 },
  filledShare: { title: 'filled', decimals: 2 },
  p50Ms: { title: 'p50 ms', decimals: 2 },
  p90Ms: { title: 'p90 ms', decimals: 2 },
  p95Ms: { title: 'p95 ms', decimals: 2 },
  p99Ms: { title: 'p99 ms', decimals: 2 },
  p999Ms: { title: 'p99.9 ms', decimals: 2 },
  maxMs: { title: 'max ms', decimals: 1 },
  p99ToEcho: { title: 'p99 ÷ echo', decimals: 2 },
  p99ToFirst: { title: 'p99 ÷ first', decimals: 2 },
  p99ToOther: { title: 'p99 ÷ other', decimals: 2 },
  refused: { title: 'refused', decimals: 0 },
} as const satisfies Readonly<Record<string, Column>>;

const NAMES = Object.keys(COLUMNS) as readonly ColumnName[];

/** With the columns that there are figures for, and the notes below. */
export function formatTable(scenario: string, rows: readonly Row[]): string {
  const columns = NAMES.filter((name) => rows.some(({ figures }) => figures[name] !== undefined));
  const lines = [
    [scenario, ...columns.map((name) => COLUMNS[name].title)],
    ...rows.map((row) => [row.name, ...columns.map((name) => formatFigure(name, row.figures))]),
  ];
  const widths = (lines[0] ?? []).map((_, place) =>
    Math.max(...lines.map((line) => line[place]?.length ?? 0)),
  );
  const text = lines.map(([name = '', ...cells]) =>
    [
      name.padEnd(widths[0] ?? 0),
      ...cells.map((cell, place) => cell.padStart(widths[place + 1] ?? 0)),
    ].join('  '),
  );
  const all = rows.flatMap(({ name, notes = [] }) => notes.map((note) => ({ name, note })));
  const notes = [...Map.groupBy(all, ({ note }) => note)].map(([note, own]) => {
    const names = own.map(({ name }) => name);
    return `  ${names.length === rows.length ? 'all' : names.join('; ')}: ${note}`;
  });
  return `${[...text, ...notes].join('\n')}\n`;
}

function formatFigure(name: ColumnName, figures: Figures): string {
  const figure = figures[name];
  if (figure === undefined) return '';
  const { decimals } = COLUMNS[name];
  const format = (value: number) =>
    value.toLocaleString('en', {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    });
  if (typeof figure === 'number') return format(figure);
  const { median, lowerQuartile, upperQuartile } = figure;
  if (lowerQuartile === upperQuartile) return format(median);
  return `${format(median)} [${format(lowerQuartile)} ${format(upperQuartile)}]`;
}
