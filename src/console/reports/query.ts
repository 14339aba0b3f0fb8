import { DAY_MS } from '../../lib/day.ts';
import { REPORT_DIMENSIONS, REPORT_MEASURES, REPORT_TIMES } from '../api.ts';

/** The parameters of a report. The page's address contains all of them, so that it can be shared. */
export type Choice = {
  readonly by: readonly string[];
  readonly period: Period;
  readonly where: Readonly<Record<string, string>>;
  /** The measure in the plot. */
  readonly measure: string;
};

export type Period =
  | { readonly kind: 'last'; readonly last: string }
  /** Days in UTC, both inclusive. */
  | { readonly kind: 'days'; readonly from: string; readonly until: string };

export const LAST = { '1h': 'Last hour', '24h': '24 hours', '7d': '7 days', '30d': '30 days' };

const DEFAULT_BY = ['hour'];
const DEFAULT_LAST = '24h';
const DEFAULT_MEASURE = 'spend_usd';

export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

export function readChoice(parameters: URLSearchParams): Choice {
  const known: readonly string[] = REPORT_DIMENSIONS;
  const by = (parameters.get('by') ?? '').split(',').filter((name) => known.includes(name));
  const measure = parameters.get('measure') ?? DEFAULT_MEASURE;
  const where = parameters.getAll('where').flatMap((text) => {
    const at = text.indexOf('=');
    return at < 1 ? [] : [[text.slice(0, at), text.slice(at + 1)] as const];
  });
  return {
    by: by.length > 0 ? by : DEFAULT_BY,
    period: readPeriod(parameters),
    where: Object.fromEntries(where),
    measure: (REPORT_MEASURES as readonly string[]).includes(measure) ? measure : DEFAULT_MEASURE,
  };
}

function readPeriod(parameters: URLSearchParams): Period {
  const [from, until] = [parameters.get('from') ?? '', parameters.get('until') ?? ''];
  const areDays = [from, until].every((day) => /^\d{4}-\d\d-\d\d$/.test(day));
  if (areDays && from <= until) return { kind: 'days', from, until };
  return { kind: 'last', last: parameters.get('last') ?? DEFAULT_LAST };
}

/** The query in the address of the page. */
export function hashOf({ by, period, where, measure }: Choice): string {
  const parameters = new URLSearchParams({ by: by.join(',') });
  if (period.kind === 'last') parameters.set('last', period.last);
  else {
    parameters.set('from', period.from);
    parameters.set('until', period.until);
  }
  addConditions(parameters, where);
  if (measure !== DEFAULT_MEASURE) parameters.set('measure', measure);
  return `#/reports?${plain(parameters)}`;
}

/** The query for the admin port, whose `to` is exclusive. */
export function pathOf({ by, period, where }: Choice): string {
  const parameters = new URLSearchParams({ by: by.join(',') });
  if (period.kind === 'last') parameters.set('last', period.last);
  else {
    parameters.set('from', period.from);
    parameters.set('to', dayAfter(period.until, 1));
  }
  addConditions(parameters, where);
  return `/api/report?${plain(parameters)}`;
}

function addConditions(parameters: URLSearchParams, where: Choice['where']): void {
  for (const [name, value] of Object.entries(where)) parameters.append('where', `${name}=${value}`);
}

/** Commas need no escaping, and the address is easier to read with them. */
function plain(parameters: URLSearchParams): string {
  return parameters.toString().replaceAll('%2C', ',');
}

export function timeOf(by: readonly string[]): string | undefined {
  return by.find((name) => (REPORT_TIMES as readonly string[]).includes(name));
}
