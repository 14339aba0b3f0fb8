import { isTimeZone } from '../../lib/time-zone.ts';
import { REPORT_DIMENSIONS, TIMES, type TimeDimension } from '../../sale/dimension-words.ts';
import { REPORT_COLUMNS } from '../../sale/measures.ts';
import { dayAfter, daysOf, isPeriodName, type ReportPeriod } from './period.ts';

/** The parameters of a report. The page's address contains all of them, so that it can be shared. */
export type ReportChoice = {
  readonly by: readonly string[];
  readonly period: ReportPeriod;
  readonly where: Readonly<Record<string, string>>;
  /** The measure or rate in the plot. */
  readonly measure: string;
  /** The time zone of its hours and days. */
  readonly zone: string;
};

const DEFAULT_BY = ['hour'];
const DEFAULT_LAST = '24h';
const DEFAULT_MEASURE = 'spend_usd';

/** Without a time zone in the address, the report is in the console's. */
export function readChoice(parameters: URLSearchParams, consoleZone: string): ReportChoice {
  const by = (parameters.get('by') ?? '')
    .split(',')
    .filter((name) => REPORT_DIMENSIONS.includes(name));
  const measure = parameters.get('measure') ?? DEFAULT_MEASURE;
  const zone = parameters.get('zone') ?? '';
  const where = parameters.getAll('where').flatMap((text) => {
    const at = text.indexOf('=');
    return at < 1 ? [] : [[text.slice(0, at), text.slice(at + 1)] as const];
  });
  return {
    by: by.length > 0 ? by : DEFAULT_BY,
    period: readPeriod(parameters),
    where: Object.fromEntries(where),
    measure: REPORT_COLUMNS.has(measure) ? measure : DEFAULT_MEASURE,
    zone: isTimeZone(zone) ? zone : consoleZone,
  };
}

function readPeriod(parameters: URLSearchParams): ReportPeriod {
  const name = parameters.get('period');
  if (isPeriodName(name)) return { kind: 'named', name };
  const [from, until] = [parameters.get('from') ?? '', parameters.get('until') ?? ''];
  const areDays = [from, until].every((day) => /^\d{4}-\d\d-\d\d$/.test(day));
  if (areDays && from <= until) return { kind: 'days', from, until };
  return { kind: 'last', last: parameters.get('last') ?? DEFAULT_LAST };
}

/** The query in the address of the page. */
export function hashOf({ by, period, where, measure, zone }: ReportChoice): string {
  const parameters = new URLSearchParams({ by: by.join(',') });
  if (period.kind === 'last') parameters.set('last', period.last);
  else if (period.kind === 'named') parameters.set('period', period.name);
  else {
    parameters.set('from', period.from);
    parameters.set('until', period.until);
  }
  addConditions(parameters, where);
  if (measure !== DEFAULT_MEASURE) parameters.set('measure', measure);
  parameters.set('zone', zone);
  return `#/reports?${plain(parameters)}`;
}

/** The query for the admin port, whose `to` is exclusive. */
export function pathOf({ by, period, where, zone }: ReportChoice, nowMs: number): string {
  const parameters = new URLSearchParams({ by: by.join(',') });
  if (period.kind === 'last') parameters.set('last', period.last);
  else {
    const { from, until } = period.kind === 'named' ? daysOf(period.name, zone, nowMs) : period;
    parameters.set('from', from);
    parameters.set('to', dayAfter(until, 1));
  }
  addConditions(parameters, where);
  parameters.set('zone', zone);
  return `/api/report?${plain(parameters)}`;
}

function addConditions(parameters: URLSearchParams, where: ReportChoice['where']): void {
  for (const [name, value] of Object.entries(where)) parameters.append('where', `${name}=${value}`);
}

/** Commas and slashes need no escaping, and the address is easier to read with them. */
function plain(parameters: URLSearchParams): string {
  return parameters.toString().replaceAll('%2C', ',').replaceAll('%2F', '/');
}

export function timeOf(by: readonly string[]): TimeDimension | undefined {
  return TIMES.find((name) => by.includes(name));
}
