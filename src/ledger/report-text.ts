import { csvText } from '../lib/csv.ts';
import { UTC, zonedText } from '../lib/time-zone.ts';
import { REPORT_MEASURES, REPORT_RATES } from '../sale/measures.ts';
import { REPORT_ROWS_MAX, type Report } from './report.ts';
import { type CellValue, columnsOf } from './report-columns.ts';

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

/** Rows are objects by column name. Amounts are strings, because they are exact. */
export function jsonOf(report: Report) {
  const { by, fromMs, toMs, zone = UTC } = report.question;
  const rows = report.rows.map((row) => ({
    ...Object.fromEntries(row.keys.map((value, index) => [by[index] ?? '', value])),
    ...columnsOf(row, report),
  }));
  return {
    rows,
    totals: columnsOf(report.totals, report),
    isCut: report.isCut,
    ...{ from: zonedText(zone, fromMs), to: zonedText(zone, toMs), zone },
  };
}

/** Numbers are aligned right, text left. */
function tableOf(report: Report): string {
  const { rows, isCut, question } = report;
  const { by } = question;
  const shorten = (value: CellValue) => String(value ?? '–').replace(/:00\.000Z$/, 'Z');
  const lines = [
    [...by, ...REPORT_MEASURES],
    ...rows.map((row) => {
      const values = columnsOf(row, report);
      const cells = [...row.keys, ...REPORT_MEASURES.map((name) => values[name] ?? null)];
      return cells.map((value) => printable(shorten(value)));
    }),
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

function csvOf(report: Report): string {
  const columns = [...REPORT_MEASURES, ...REPORT_RATES];
  const lines = report.rows.map((row) => {
    const values = columnsOf(row, report);
    return [...row.keys, ...columns.map((name) => csvValue(values[name] ?? null))];
  });
  return csvText([[...report.question.by, ...columns], ...lines]);
}

const csvValue = (value: CellValue) => (typeof value === 'string' ? { amount: value } : value);
