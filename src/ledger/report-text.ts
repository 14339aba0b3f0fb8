import {
  isRate,
  REPORT_COLUMNS,
  REPORT_MEASURES,
  REPORT_RATES,
  type ReportColumn,
  type Sums,
} from '../core/sale/measures.ts';
import { csvText } from '../lib/csv.ts';
import { usdText } from '../lib/money.ts';
import { textTable } from '../lib/text-table.ts';
import { UTC, zonedText } from '../lib/time-zone.ts';
import type { LedgerReport, SummedRow } from './report.ts';
import { REPORT_ROWS_MAX } from './report.ts';

export const REPORT_FORMATS = ['table', 'csv', 'json'] as const;
export type PrintFormat = (typeof REPORT_FORMATS)[number];

/** The report as text. Every line ends with a newline. */
export function reportText(report: LedgerReport, format: PrintFormat): string {
  switch (format) {
    case 'table':
      return tableOf(report);
    case 'csv':
      return csvOf(report);
    case 'json':
      return `${JSON.stringify(jsonOf(report), null, 2)}\n`;
  }
}

/** Rows are objects by column name. Amounts are strings, because they are exact. */
export function jsonOf(report: LedgerReport) {
  const { fromMs, toMs, zone = UTC, before } = report.question;
  return {
    rows: report.rows.map((row) => rowOf(row, report)),
    totals: columnsOf(report.totals, report),
    isCut: report.isCut,
    from: zonedText(zone, fromMs),
    to: zonedText(zone, toMs),
    zone,
    /** What it is compared with. Rows and totals then have `…_before` and `…_change_percent` of each column. */
    before: before && { from: zonedText(zone, before.fromMs), to: zonedText(zone, before.toMs) },
  };
}

function rowOf(row: SummedRow, report: LedgerReport): Readonly<Record<string, CellValue>> {
  const { by } = report.question;
  return {
    ...Object.fromEntries(row.keys.map((value, index) => [by[index] ?? '', value])),
    ...columnsOf(row, report),
  };
}

/** Numbers are aligned right, text left. */
function tableOf(report: LedgerReport): string {
  const { rows, isCut, question } = report;
  const { by, before } = question;
  const shorten = (value: CellValue) => String(value ?? '–').replace(/:00\.000Z$/, 'Z');
  const cellOfTable = (values: Readonly<Record<string, CellValue>>, name: string) => {
    const value = shorten(values[name] ?? null);
    if (before === undefined) return value;
    const change = values[changeName(name)] ?? null;
    const words = change === null ? '' : `, ${Number(change) > 0 ? '+' : ''}${change} %`;
    return `${value} (${shorten(values[beforeName(name)] ?? null)}${words})`;
  };
  const lines = [
    [...by, ...REPORT_MEASURES],
    ...rows.map((row) => {
      const values = columnsOf(row, report);
      return [
        ...row.keys.map(shorten),
        ...REPORT_MEASURES.map((name) => cellOfTable(values, name)),
      ];
    }),
  ];
  const text = [...textTable(lines, by.length)];
  if (rows.length === 0) text.push('nothing was recorded in this time');
  if (isCut)
    text.push(`only the first ${REPORT_ROWS_MAX} rows: ask for less time, or for fewer splits`);
  if (hasMoreWinsThanSold(report)) text.push(MORE_WINS_THAN_SOLD);
  return `${text.join('\n')}\n`;
}

const MORE_WINS_THAN_SOLD =
  'more wins than sold: a win counts at once, and its sale some seconds later. Where that lasts, the sales were before this time, or their counts are lost: by a kill, a full disk or a restore (docs/ledger.md#more-wins-than-sold)';

const hasMoreWinsThanSold = ({ totals }: LedgerReport): boolean =>
  (totals.sums.wins ?? 0n) > (totals.sums.sold ?? 0n);

/** A report as CSV: with all columns, or with those that somebody may see. */
export function csvOf(
  report: LedgerReport,
  chosen: readonly string[] = [...REPORT_MEASURES, ...REPORT_RATES],
): string {
  const columns = shownColumns(chosen, report);
  const lines = report.rows.map((row) => {
    const values = columnsOf(row, report);
    return [...row.keys, ...columns.map((name) => csvValue(values[name] ?? null))];
  });
  return csvText([[...report.question.by, ...columns], ...lines]);
}

/** The columns, each with those that compare it. */
function shownColumns(
  columns: readonly string[],
  { question }: Pick<LedgerReport, 'question'>,
): readonly string[] {
  if (question.before === undefined) return columns;
  return columns.flatMap((name) => [name, beforeName(name), changeName(name)]);
}

const csvValue = (value: CellValue) => (typeof value === 'string' ? { amount: value } : value);

/** Null where the column does not apply to the row, or there is nothing to divide by. */
type CellValue = string | number | null;

/** The measures and rates of a row, and where it is compared, what they were before and how far they have changed. */
export function columnsOf(
  { keys, sums, before }: SummedRow,
  { question }: Pick<LedgerReport, 'question'>,
): Readonly<Record<string, CellValue>> {
  const { by, where = {} } = question;
  const named = keys.map((value, index) => [by[index] ?? '', value]);
  const dimensions = { ...where, ...Object.fromEntries(named) };
  const cells = [...REPORT_COLUMNS].flatMap(([name, column]) => {
    const now = cellOf(column, sums, dimensions);
    if (question.before === undefined) return [[name, now] as const];
    const earlier = before === undefined ? null : cellOf(column, before, dimensions);
    return [
      [name, now] as const,
      [beforeName(name), earlier] as const,
      [changeName(name), changePercent(now, earlier)] as const,
    ];
  });
  return Object.fromEntries(cells);
}

const beforeName = (column: string) => `${column}_before`;
const changeName = (column: string) => `${column}_change_percent`;

const TENTHS = 10;

/** Null where there was nothing before: no change in percent leads from nothing to something. */
function changePercent(now: CellValue, before: CellValue): number | null {
  const [next, last] = [Number(now), Number(before)];
  if (now === null || before === null || last === 0) return null;
  return Math.round(((next - last) / Math.abs(last)) * 100 * TENTHS) / TENTHS;
}

type Values = Readonly<Record<string, string>>;

function cellOf(column: ReportColumn, sums: Sums, dimensions: Values): CellValue {
  if (isRate(column)) {
    return column.of.every((name) => applies(REPORT_COLUMNS.get(name), dimensions))
      ? rounded(...column.ratio((name) => Number(sums[name] ?? 0n)))
      : null;
  }
  const sum = sumOf(column, sums);
  // What was counted is shown even where nothing was expected.
  if (sum === 0n && !applies(column, dimensions)) return null;
  return column.unit === 'usd' ? usdText(sum) : Number(sum);
}

function sumOf(column: Exclude<ReportColumn, { readonly ratio: unknown }>, sums: Sums): bigint {
  if ('column' in column) return sums[column.column] ?? 0n;
  const [from, taken] = column.minus;
  return (sums[from] ?? 0n) - (sums[taken] ?? 0n);
}

/** Whether a row with these dimensions can have the measure at all. */
function applies(column: ReportColumn | undefined, dimensions: Values): boolean {
  if (column === undefined || isRate(column)) return true;
  return Object.entries(column.needs).every(([name, needs]) => {
    const value = dimensions[name];
    return value === undefined || (value === '') === (needs === 'empty');
  });
}

const PRECISION = 1e6;

function rounded(part: number, whole: number): number | null {
  return whole > 0 ? Math.round((Math.max(0, part) / whole) * PRECISION) / PRECISION : null;
}

export type ReportAnswer = ReturnType<typeof jsonOf>;

/** Null where a column does not apply. */
export type ReportLine = ReportAnswer['totals'];
