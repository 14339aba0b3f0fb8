import { shortened } from '../lib/shortened.ts';
import { UTC } from '../lib/time-zone.ts';
import type { Database, Row, Value } from './database.ts';
import { isTime, TIMES, timeKey, timesIn } from './report-times.ts';
import { DIMENSION_COLUMNS, MEASURE_COLUMNS } from './schema.ts';

/** The dimensions of a report. */
export const REPORT_DIMENSIONS: readonly string[] = [...DIMENSION_COLUMNS, ...TIMES];

const COUNTS = MEASURE_COLUMNS.filter((name) => name !== 'spend_nanos');

export const REPORT_MEASURES: readonly string[] = [...COUNTS, 'spend_usd'];

export const REPORT_ROWS_MAX = 10_000;

export type ReportQuestion = {
  readonly by: readonly string[];
  readonly fromMs: number;
  /** Exclusive. A minute counts if it begins in the time. */
  readonly toMs: number;
  /** Filters by the value of a dimension. */
  readonly where?: Readonly<Record<string, string>>;
  /** The time zone of hours and days; UTC if absent. */
  readonly zone?: string;
};

export type Report = {
  readonly question: ReportQuestion;
  readonly rows: readonly ReportRow[];
  /** Over all rows, including those that a report does not show. */
  readonly totals: ReportRow;
  /** Whether there were more rows than a report shows. */
  readonly isCut: boolean;
};

export type ReportRow = {
  /** In the order of `by`; times as ISO dates. */
  readonly keys: readonly string[];
  /** By the names in `REPORT_MEASURES`, without the spend. */
  readonly counts: Readonly<Record<string, number>>;
  /** In billionths of a USD. */
  readonly spendNanos: bigint;
};

/** A sentence that says what is wrong with the question. */
export type ReportFault = { readonly reason: string };

/** Long values of these dimensions are stored shortened. */
const SHORTENED: ReadonlySet<string> = new Set(['publisher', 'partner', 'campaign']);

export async function runReport(
  database: Database,
  question: ReportQuestion,
): Promise<Report | ReportFault> {
  const { by, fromMs, toMs, where = {}, zone = UTC } = question;
  const fault = faultOf(by, Object.keys(where));
  if (fault !== undefined) return fault;
  const times = timesIn(zone, fromMs, toMs);
  const sumOver = async (names: readonly string[]) =>
    summed(await askDatabase(database, question, names, times), names, zone);
  const rows = await sumOver(by);
  rows.sort(({ keys: a }, { keys: b }) => compareKeys(a, b));
  const isCut = rows.length > REPORT_ROWS_MAX;
  const totals = isCut ? ((await sumOver([]))[0] ?? totalOf([])) : totalOf(rows);
  return { question, rows: rows.slice(0, REPORT_ROWS_MAX), totals, isCut };
}

async function askDatabase(
  { kind, query }: Database,
  { fromMs, toMs, where = {} }: ReportQuestion,
  by: readonly string[],
  times: Readonly<Record<string, string>>,
): Promise<readonly Row[]> {
  const keys = by.map((name, index) => `${times[name] ?? name} as key_${index}`);
  const filters = Object.keys(where).map((name, index) => ` and ${name} = $${index + 3}`);
  const positions = by.map((_, index) => index + 1).join(', ');
  // SQLite sorts text by bytes, Postgres by its language unless told otherwise.
  const collate = kind === 'postgres' ? ' collate "C"' : '';
  const order = by.map((name) => times[name] ?? `${name}${collate}`);
  const chosen = Object.entries(where).map(([name, value]) =>
    SHORTENED.has(name) ? shortened(value) : value,
  );
  const values: readonly Value[] = [fromMs, toMs, ...chosen];
  return query(
    `select ${[...keys, ...SUMS].join(', ')}
     from rollups where minute_ms >= $1 and minute_ms < $2${filters.join('')}
     ${by.length === 0 ? '' : `group by ${positions} order by ${order.join(', ')}`}
     limit ${REPORT_ROWS_MAX + 1}`,
    values,
  );
}

const SUMS = [
  ...COUNTS.map((name) => `sum(${name}) as ${name}`),
  // As text: a JavaScript number would be rounded above nine million USD.
  'cast(sum(spend_nanos) as text) as spend_nanos',
];

/** One row for each combination of keys. */
function summed(rows: readonly Row[], by: readonly string[], zone: string): ReportRow[] {
  const found = new Map<string, ReportRow[]>();
  for (const row of rows) {
    const read = toReportRow(row, by, zone);
    const name = JSON.stringify(read.keys);
    const same = found.get(name);
    if (same === undefined) found.set(name, [read]);
    else same.push(read);
  }
  return [...found.values()].map((same) => ({ ...totalOf(same), keys: same[0]?.keys ?? [] }));
}

function totalOf(rows: readonly ReportRow[]): ReportRow {
  const sumOf = (name: string) => rows.reduce((sum, { counts }) => sum + (counts[name] ?? 0), 0);
  return {
    keys: [],
    counts: Object.fromEntries(COUNTS.map((name) => [name, sumOf(name)])),
    spendNanos: rows.reduce((sum, { spendNanos }) => sum + spendNanos, 0n),
  };
}

function faultOf(by: readonly string[], where: readonly string[]): ReportFault | undefined {
  const unknown = by.find((name) => !REPORT_DIMENSIONS.includes(name));
  if (unknown !== undefined) {
    const reason = `expected some of ${REPORT_DIMENSIONS.join(', ')} to report by, but got "${unknown}"`;
    return { reason };
  }
  const names: readonly string[] = DIMENSION_COLUMNS;
  const unfit = where.find((name) => !names.includes(name));
  if (unfit !== undefined) {
    return { reason: `expected one of ${names.join(', ')} to choose by, but got "${unfit}"` };
  }
  const repeated = by.find((name, index) => by.indexOf(name) !== index);
  return repeated === undefined ? undefined : { reason: `"${repeated}" is named twice` };
}

function toReportRow(row: Row, by: readonly string[], zone: string): ReportRow {
  return {
    keys: by.map((name, index) => {
      const value = row[`key_${index}`];
      return isTime(name) ? timeKey(name, Number(value), zone) : String(value);
    }),
    counts: Object.fromEntries(COUNTS.map((name) => [name, Number(row[name] ?? 0)])),
    spendNanos: BigInt(String(row.spend_nanos ?? 0)),
  };
}

/** `1500000000n` → `1.50`: at least two decimals, and more where they are not zero. */
export function usdOfNanos(nanos: bigint): string {
  const digits = nanos.toString().padStart(10, '0');
  const fraction = digits.slice(-9).replace(/0{1,7}$/, '');
  return `${digits.slice(0, -9)}.${fraction}`;
}

function compareKeys(a: readonly string[], b: readonly string[]): number {
  for (const [index, value] of a.entries()) {
    const other = b[index] ?? '';
    if (value !== other) return value < other ? -1 : 1;
  }
  return 0;
}
