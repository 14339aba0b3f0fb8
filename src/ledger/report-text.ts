import { REPORT_MEASURES, REPORT_ROWS_MAX, type Report } from './report.ts';

export const REPORT_FORMATS = ['table', 'csv', 'json'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** The report as text. Every line ends with a newline. */
export function reportText(report: Report, format: ReportFormat): string {
  switch (format) {
    case 'table':
      return tableOf(report);
    case 'csv':
      return csvOf(report);
    case 'json':
      return `${JSON.stringify(jsonOf(report), null, 2)}\n`;
  }
}

/** Rows are objects by column name. The spend is a string, because it is exact. */
export function jsonOf(report: Report): object {
  const rows = cellsOf(report).map((cells) =>
    Object.fromEntries(cells.map(({ name, value }) => [name, value])),
  );
  return { rows, isCut: report.isCut };
}

type Cell = { readonly name: string; readonly value: string | number };

function cellsOf({ by, rows }: Report): readonly (readonly Cell[])[] {
  return rows.map(({ keys, counts, spendUsd }) => [
    ...keys.map((value, index) => ({ name: by[index] ?? '', value })),
    ...REPORT_MEASURES.map((name) => ({
      name,
      value: name === 'spend_usd' ? spendUsd : (counts[name] ?? 0),
    })),
  ]);
}

/** Numbers are aligned right, text left. */
function tableOf(report: Report): string {
  const { by, rows, isCut } = report;
  const shorten = (value: string) => value.replace(/:00\.000Z$/, 'Z');
  const lines = [
    [...by, ...REPORT_MEASURES],
    ...cellsOf(report).map((cells) => cells.map(({ value }) => printable(shorten(String(value))))),
  ];
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  const text = lines.map((line) =>
    line
      .map((cell, column) =>
        column < by.length ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
  if (rows.length === 0) text.push('nothing was recorded in this time');
  if (isCut)
    text.push(`only the first ${REPORT_ROWS_MAX} rows: ask for less time, or for fewer splits`);
  return `${text.join('\n')}\n`;
}

/** Names come from publishers and bidders: they must not control a terminal. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '\ufffd');
}

/** RFC 4180. */
function csvOf(report: Report): string {
  const lines = [
    [...report.by, ...REPORT_MEASURES].map(csvCell),
    ...cellsOf(report).map((cells) => cells.map(({ value }) => csvCell(value))),
  ];
  return lines.map((cells) => `${cells.join(',')}\r\n`).join('');
}

/** A spreadsheet takes text with such a beginning for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
