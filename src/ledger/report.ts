import { REPORT_DIMENSIONS, TIMES, type TimeDimension } from '../core/sale/dimension-words.ts';
import { MEASURE_COLUMNS, MEASURES, type Sums } from '../core/sale/measures.ts';
import { DAY_MS } from '../lib/day.ts';
import { shortened } from '../lib/shortened.ts';
import type { Database, Row, SqlValue } from '../lib/sql/database.ts';
import { dayAfter, type Span } from '../lib/time-span.ts';
import { dayStartMs, offsetsOf, UTC, wallTime, zonedText } from '../lib/time-zone.ts';
import type { LedgerFault } from './schema.ts';

export const REPORT_ROWS_MAX = 10_000;

export async function runReport(
  database: Database,
  question: RollupQuestion,
): Promise<LedgerReport | LedgerFault> {
  const { by, where = {}, before } = question;
  const fault = faultOf(by, Object.keys(where));
  if (fault !== undefined) return fault;
  const now = await sumAll(database, question);
  if (before === undefined) return now;
  const earlier = await sumAll(database, { ...question, ...before });
  return comparedWith(now, earlier, REPORT_ROWS_MAX);
}

async function sumAll(database: Database, question: RollupQuestion): Promise<LedgerReport> {
  const { rows, isCut } = await sumRollups(database, question, { rowsMax: REPORT_ROWS_MAX });
  const [sum = totalOf([])] = isCut
    ? (await sumRollups(database, { ...question, by: [] }, { rowsMax: 1 })).rows
    : [totalOf(rows)];
  return { question, rows, totals: sum, isCut };
}

type Extent = {
  readonly rowsMax: number;
  /** The columns that are summed up; all of them if absent. Each takes its time. */
  readonly columns?: readonly string[];
};

/** The sums of the counts. The names in the question and the extent have to be known ones: they go into the SQL. */
export async function sumRollups(
  database: Database,
  question: RollupQuestion,
  { rowsMax, columns = MEASURE_COLUMNS }: Extent,
): Promise<Pick<LedgerReport, 'rows' | 'isCut'>> {
  const found = await askDatabase(database, question, { rowsMax: rowsMax + 1, columns });
  const rows = found.slice(0, rowsMax).map((row) => toReportRow(row, question, columns));
  return { rows, isCut: found.length > rowsMax };
}

async function askDatabase(
  { kind, query }: Database,
  { by, fromMs, toMs, where = {}, zone = UTC }: RollupQuestion,
  { rowsMax, columns }: Required<Extent>,
): Promise<readonly Row[]> {
  const times = timesIn(zone, fromMs, toMs);
  const keys = by.map((name, index) => `${times[name] ?? name} as key_${index}`);
  const filters = Object.keys(where).map((name, index) => ` and ${name} = $${index + 3}`);
  const positions = by.map((_, index) => index + 1).join(', ');
  // SQLite sorts text by bytes, Postgres by its language unless told otherwise.
  const collate = kind === 'postgres' ? ' collate "C"' : '';
  const order = by.map((name) => times[name] ?? `${name}${collate}`);
  // Long values are stored shortened.
  const values: readonly SqlValue[] = [fromMs, toMs, ...Object.values(where).map(shortened)];
  return query(
    `select ${[...keys, ...sumsOf(columns)].join(', ')}
     from rollups where minute_ms >= $1 and minute_ms < $2${filters.join('')}
     ${by.length === 0 ? '' : `group by ${positions} order by ${order.join(', ')}`}
     limit ${rowsMax}`,
    values,
  );
}

const NANOS_PER_USD = 1_000_000_000;

/**
 * As text: a JavaScript number would be rounded above nine million USD. Whole USD apart, since SQLite fails where a sum
 * is beyond a column, as that of the values that an advertiser tells of may be.
 */
function sumsOf(columns: readonly string[]): readonly string[] {
  const wanted = MEASURES.filter(({ column }) => columns.includes(column));
  return wanted.flatMap(({ column, unit }) => {
    if (unit !== 'usd') return `cast(sum(${column}) as text) as ${column}`;
    return [
      `cast(sum(${column} % ${NANOS_PER_USD}) as text) as ${column}`,
      `cast(sum(${column} / ${NANOS_PER_USD}) as text) as ${wholeOf(column)}`,
    ];
  });
}

function wholeOf(column: string): string {
  return `whole_${column}`;
}

function sumOf(row: Row, column: string): bigint {
  const read = (name: string) => BigInt(String(row[name] ?? 0));
  return read(column) + read(wholeOf(column)) * BigInt(NANOS_PER_USD);
}

function totalOf(rows: readonly SummedRow[]): SummedRow {
  const sumOfAll = (name: string) => rows.reduce((sum, { sums }) => sum + (sums[name] ?? 0n), 0n);
  return {
    keys: [],
    sums: Object.fromEntries(MEASURE_COLUMNS.map((name) => [name, sumOfAll(name)])),
  };
}

/** Why a report cannot be split or filtered by these. */
export function faultOf(by: readonly string[], where: readonly string[]): LedgerFault | undefined {
  const unknown = by.find((name) => !REPORT_DIMENSIONS.includes(name));
  if (unknown !== undefined) {
    const reason = `expected some of ${REPORT_DIMENSIONS.join(', ')} to report by, but got "${unknown}"`;
    return { reason };
  }
  const names = REPORT_DIMENSIONS.filter((name) => !isTime(name));
  const unfit = where.find((name) => !names.includes(name));
  if (unfit !== undefined) {
    return { reason: `expected one of ${names.join(', ')} to choose by, but got "${unfit}"` };
  }
  const repeated = by.find((name, index) => by.indexOf(name) !== index);
  return repeated === undefined ? undefined : { reason: `"${repeated}" is named twice` };
}

function toReportRow(
  row: Row,
  { by, zone = UTC }: RollupQuestion,
  columns: readonly string[],
): SummedRow {
  return {
    keys: by.map((name, index) => {
      const value = row[`key_${index}`];
      return isTime(name) ? timeKey(name, Number(value), zone) : String(value);
    }),
    sums: Object.fromEntries(columns.map((name) => [name, sumOf(row, name)])),
  };
}

const HOUR_MS = 3_600_000;

function isTime(name: string): name is TimeDimension {
  return (TIMES as readonly string[]).includes(name);
}

/** SQL for the time dimensions. A day is told by its midnight as if the zone were UTC, since its hours may differ. */
function timesIn(zone: string, fromMs: number, toMs: number): Readonly<Record<string, string>> {
  const local = `(minute_ms + ${shiftOf(zone, fromMs, toMs)})`;
  return {
    minute: 'minute_ms',
    hour: `minute_ms - ${local} % ${HOUR_MS}`,
    day: `${local} - ${local} % ${DAY_MS}`,
  };
}

/** The offset of the zone at a row's time. Only numbers go into the text. */
function shiftOf(zone: string, fromMs: number, toMs: number): string {
  const [first, ...later] = offsetsOf(zone, fromMs, toMs);
  const cases = later
    .toReversed()
    .map(({ sinceMs, offsetMs }) => `when minute_ms >= ${sinceMs} then ${offsetMs}`);
  const usual = String(first?.offsetMs ?? 0);
  return cases.length === 0 ? usual : `(case ${cases.join(' ')} else ${usual} end)`;
}

/** A value of a time dimension as ISO text. */
function timeKey(name: TimeDimension, value: number, zone: string): string {
  if (name !== 'day') return zonedText(zone, value);
  return zonedText(zone, dayStartMs(zone, new Date(value).toISOString().slice(0, 10)));
}

export type RollupQuestion = {
  readonly by: readonly string[];
  readonly fromMs: number;
  /** Exclusive. A minute counts if it begins in the time. */
  readonly toMs: number;
  /** Filters by the value of a dimension. */
  readonly where?: Readonly<Record<string, string>>;
  /** The time zone of hours and days; UTC if absent. */
  readonly zone?: string;
  /** What it is compared with. */
  readonly before?: Span | undefined;
};

export type LedgerReport = {
  readonly question: RollupQuestion;
  readonly rows: readonly SummedRow[];
  /** Over all rows, including those that a report does not show. */
  readonly totals: SummedRow;
  /** Whether there were more rows than a report shows. */
  readonly isCut: boolean;
};

export type SummedRow = {
  /** In the order of `by`; times as ISO dates. */
  readonly keys: readonly string[];
  /** Amounts are in billionths of a USD. */
  readonly sums: Sums;
  /** The same of the period before; undefined where it is not asked for, or not known. */
  readonly before?: Sums | undefined;
};

const STEPS_MS: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000 };

const NOTHING: Sums = Object.fromEntries(MEASURE_COLUMNS.map((name) => [name, 0n]));

/**
 * The report with what each row had in the period before. Times are of the same place in their period: the third day of
 * a week is compared with the third day of the week before. What there was before alone has a row of nothing.
 */
function comparedWith(now: LedgerReport, before: LedgerReport, rowsMax: number): LedgerReport {
  const { by } = now.question;
  const earlier = new Map(
    before.rows.map((row) => [keyOf(shifted(row, now, before)), row.sums] as const),
  );
  // A row that is missing from a list that was cut may have had anything.
  const unknown = before.isCut ? undefined : NOTHING;
  const rows: SummedRow[] = now.rows.map((row) => {
    const key = keyOf(row.keys);
    const found = earlier.get(key);
    earlier.delete(key);
    return { ...row, before: found ?? unknown };
  });
  const gone = now.isCut
    ? []
    : [...earlier].map(([key, sums]) => ({
        keys: JSON.parse(key) as readonly string[],
        sums: NOTHING,
        before: sums,
      }));
  const all = gone.length === 0 ? rows : [...rows, ...gone].sort((a, b) => order(a.keys, b.keys));
  return {
    ...now,
    rows: all.slice(0, rowsMax),
    totals: {
      ...now.totals,
      before: by.length === 0 ? (before.rows[0]?.sums ?? NOTHING) : before.totals.sums,
    },
    isCut: now.isCut || before.isCut || all.length > rowsMax,
  };
}

const keyOf = (keys: readonly string[]) => JSON.stringify(keys);

function order(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((key, index) => key !== b[index]);
  return at === -1 ? 0 : (a[at] ?? '') < (b[at] ?? '') ? -1 : 1;
}

/** The keys of an earlier row, with its times moved into the period that it is compared with. */
function shifted(row: SummedRow, now: LedgerReport, before: LedgerReport): readonly string[] {
  const { by, zone = UTC } = now.question;
  const byMs = now.question.fromMs - before.question.fromMs;
  return row.keys.map((key, index) => {
    const name = by[index] ?? '';
    if (name === 'day') {
      const day = dayAfter(wallTime(zone, Date.parse(key)).date, Math.round(byMs / DAY_MS));
      return zonedText(zone, dayStartMs(zone, day));
    }
    const stepMs = STEPS_MS[name];
    if (stepMs === undefined) return key;
    return zonedText(zone, Date.parse(key) + Math.round(byMs / stepMs) * stepMs);
  });
}
