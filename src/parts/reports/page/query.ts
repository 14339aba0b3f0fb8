import {
  REPORT_DIMENSIONS,
  TIMES,
  type TimeDimension,
} from '../../../core/sale/dimension-words.ts';
import { REPORT_COLUMNS } from '../../../core/sale/measures.ts';
import { isTimeZone } from '../../../lib/time-zone.ts';
import { isPeriodName, type ReportPeriod } from './period.ts';

/** The parameters of a report. The page's address contains all of them, so that it can be shared. */
export type ReportChoice = {
  readonly by: readonly string[];
  readonly period: ReportPeriod;
  readonly where: Readonly<Record<string, string>>;
  /** The measure or rate in the plot. */
  readonly measure: string;
  /** The time zone of its hours and days. */
  readonly zone: string;
  /** Whether each figure has that of the period before beside it. */
  readonly isCompared: boolean;
};

const DEFAULT_BY = ['hour'];
const DEFAULT_LAST = '24h';
const DEFAULT_MEASURE = 'spend_usd';
const COMPARED = 'previous';

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
    isCompared: parameters.get('compare') === COMPARED,
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

/** The address of the page. */
export function hashOf(choice: ReportChoice): string {
  return `#/reports?${queryOf(choice)}`;
}

/** The path at the admin port, which reads the same as the page. */
export function pathOf(choice: ReportChoice): string {
  return `/api/report?${queryOf(choice)}`;
}

/** What is asked, and what is drawn of it. */
export function queryOf({ by, period, where, measure, zone, isCompared }: ReportChoice): string {
  const { kind: _, ...lastOrDays } = period;
  const time: Readonly<Record<string, string>> =
    period.kind === 'named' ? { period: period.name } : lastOrDays;
  const conditions = Object.entries(where).map(([name, value]) => `${name}=${value}`);
  const parameters = new URLSearchParams({ by: by.join(','), ...time });
  for (const condition of conditions) parameters.append('where', condition);
  if (measure !== DEFAULT_MEASURE) parameters.append('measure', measure);
  if (isCompared) parameters.append('compare', COMPARED);
  parameters.append('zone', zone);
  const query = parameters.toString();
  // Commas and slashes need no escaping, and the address is easier to read with them.
  return query.replaceAll('%2C', ',').replaceAll('%2F', '/');
}

export function timeOf(by: readonly string[]): TimeDimension | undefined {
  return TIMES.find((name) => by.includes(name));
}
