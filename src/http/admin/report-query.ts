import {
  REPORT_DIMENSIONS,
  type Report,
  type ReportDimension,
  type ReportQuery,
} from '../../console/api.ts';
import { Refusal, refuse } from '../../openrtb/refusal.ts';

const DIMENSIONS_MAX = 3;

/** `by=day,partner&from=2026-11-01&to=2026-11-15` */
export function readReportQuery(parameters: URLSearchParams): ReportQuery | Refusal {
  const names = (parameters.get('by') ?? '').split(',').filter((name) => name !== '');
  const by = names.filter((name): name is ReportDimension =>
    (REPORT_DIMENSIONS as readonly string[]).includes(name),
  );
  if (by.length === 0 || by.length < names.length || by.length > DIMENSIONS_MAX) {
    return refuse.wrongValue(
      'by',
      `expected 1 to ${DIMENSIONS_MAX} of ${REPORT_DIMENSIONS.join(', ')}`,
    );
  }
  const from = readDate(parameters, 'from');
  if (from instanceof Refusal) return from;
  const to = readDate(parameters, 'to');
  if (to instanceof Refusal) return to;
  if (from >= to) return refuse.wrongValue('to', 'expected a date after from');
  return { by, from, to };
}

function readDate(parameters: URLSearchParams, name: string): string | Refusal {
  const text = parameters.get(name) ?? '';
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
  return isDate ? text : refuse.wrongValue(name, 'expected a date like 2026-11-15');
}

export function reportCsv({ by }: ReportQuery, { rows }: Report): string {
  const lines = rows.map(({ keys, wins, billed, clicks, spendUsd }) =>
    [...keys.map(csvCell), wins, billed, clicks, spendUsd].join(','),
  );
  return `${[[...by, 'wins', 'billed', 'clicks', 'spend_usd'].join(','), ...lines].join('\r\n')}\r\n`;
}

/** Quoted where needed; a spreadsheet must not take a name for a formula. */
function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
