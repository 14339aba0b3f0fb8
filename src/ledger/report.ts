import { shortened } from '../lib/shortened.ts';
import type { Database, Row, Value } from './database.ts';
import { DIMENSION_COLUMNS, MEASURE_COLUMNS } from './schema.ts';

const TIMES = ['minute', 'hour', 'day'] as const;

/** The dimensions of a report. Hours and days are in UTC. */
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
};

export type Report = {
  readonly by: readonly string[];
  readonly rows: readonly ReportRow[];
  /** Whether there were more rows than a report shows. */
  readonly isCut: boolean;
};

export type ReportRow = {
  /** In the order of `by`; times as ISO dates. */
  readonly keys: readonly string[];
  /** By the names in `REPORT_MEASURES`, without the spend. */
  readonly counts: Readonly<Record<string, number>>;
  /** Exact to a billionth. */
  readonly spendUsd: string;
};

/** A sentence that says what is wrong with the question. */
export type ReportFault = { readonly reason: string };

/** Long values of these dimensions are stored shortened. */
const SHORTENED: ReadonlySet<string> = new Set(['publisher', 'partner', 'campaign']);

const EXPRESSIONS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(DIMENSION_COLUMNS.map((name) => [name, name])),
  minute: 'minute_ms',
  hour: 'minute_ms - minute_ms % 3600000',
  day: 'minute_ms - minute_ms % 86400000',
};

/** Sums over all databases of the ledger. */
export async function runReport(
  databases: readonly Database[],
  question: ReportQuestion,
): Promise<Report | ReportFault> {
  const { by, where = {} } = question;
  const fault = faultOf(by, Object.keys(where));
  if (fault !== undefined) return fault;
  const found = await Promise.all(databases.map((database) => askDatabase(database, question)));
  const rows = summed(found.flat(), by);
  rows.sort(({ keys: a }, { keys: b }) => compareKeys(a, b));
  // Each database has returned its first rows in the same order, so the first rows of all are complete.
  const shown = rows.slice(0, REPORT_ROWS_MAX);
  return { by, rows: shown.map(toReportRow), isCut: rows.length > REPORT_ROWS_MAX };
}

async function askDatabase(
  { kind, query }: Database,
  { by, fromMs, toMs, where = {} }: ReportQuestion,
): Promise<readonly Row[]> {
  const keys = by.map((name, index) => `${EXPRESSIONS[name]} as key_${index}`);
  const sums = COUNTS.map((name) => `sum(${name}) as ${name}`);
  const filters = Object.keys(where).map((name, index) => ` and ${name} = $${index + 3}`);
  const positions = by.map((_, index) => index + 1).join(', ');
  // SQLite sorts text by bytes, Postgres by its language unless told otherwise.
  const collate = kind === 'postgres' ? ' collate "C"' : '';
  const order = by.map((name) => (isTime(name) ? EXPRESSIONS[name] : `${name}${collate}`));
  const chosen = Object.entries(where).map(([name, value]) =>
    SHORTENED.has(name) ? shortened(value) : value,
  );
  const values: readonly Value[] = [fromMs, toMs, ...chosen];
  // As text: a JavaScript number would be rounded above nine million USD.
  return query(
    `select ${[...keys, ...sums, 'cast(sum(spend_nanos) as text) as spend_nanos'].join(', ')}
     from rollups where minute_ms >= $1 and minute_ms < $2${filters.join('')}
     ${by.length === 0 ? '' : `group by ${positions} order by ${order.join(', ')}`}
     limit ${REPORT_ROWS_MAX + 1}`,
    values,
  );
}

type Summed = {
  readonly keys: readonly string[];
  readonly counts: Record<string, number>;
  spendNanos: bigint;
};

/** One row for each combination of keys. */
function summed(rows: readonly Row[], by: readonly string[]): Summed[] {
  const sums = new Map<string, Summed>();
  for (const row of rows) {
    const keys = keysOf(row, by);
    const name = JSON.stringify(keys);
    const sum = sums.get(name) ?? { keys, counts: {}, spendNanos: 0n };
    sums.set(name, sum);
    for (const count of COUNTS)
      sum.counts[count] = (sum.counts[count] ?? 0) + Number(row[count] ?? 0);
    sum.spendNanos += BigInt(String(row.spend_nanos ?? 0));
  }
  return [...sums.values()];
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

function keysOf(row: Row, by: readonly string[]): readonly string[] {
  return by.map((name, index) => {
    const value = row[`key_${index}`];
    return isTime(name) ? new Date(Number(value)).toISOString() : String(value);
  });
}

function toReportRow({ keys, counts, spendNanos }: Summed): ReportRow {
  return { keys, counts, spendUsd: usdOfNanos(spendNanos) };
}

function isTime(name: string): boolean {
  return (TIMES as readonly string[]).includes(name);
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
