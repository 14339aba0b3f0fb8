import { isRate, REPORT_COLUMNS, type ReportColumn, type Sums } from '../sale/measures.ts';
import { type Report, type ReportRow, usdOfNanos } from './report.ts';

/** Null where the column does not apply to the row, or there is nothing to divide by. */
export type CellValue = string | number | null;

/** The measures and rates of a row. */
export function columnsOf(
  { keys, sums }: ReportRow,
  { question }: Report,
): Readonly<Record<string, CellValue>> {
  const { by, where = {} } = question;
  const named = keys.map((value, index) => [by[index] ?? '', value]);
  const dimensions = { ...where, ...Object.fromEntries(named) };
  return Object.fromEntries(
    [...REPORT_COLUMNS].map(([name, column]) => [name, cellOf(column, sums, dimensions)]),
  );
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
  return column.unit === 'usd' ? usdOfNanos(sum) : Number(sum);
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
