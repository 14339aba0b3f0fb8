import { DIMENSION_WORDS } from '../../../core/sale/dimension-words.ts';
import { REPORT_COLUMNS } from '../../../core/sale/measures.ts';
import type { ReportLine } from '../../../ledger/report-text.ts';
import { UTC, wallTime } from '../../../lib/time-zone.ts';
import { cents } from '../../../ui/format.ts';
import { reasonWords } from '../../../ui/shell/words.ts';
import { type Unit, valueWords } from '../../../ui/units.ts';
import { byOf, filtersOf, LAST, PERIODS } from './query.ts';

export const COLUMN_NAMES: readonly string[] = [...REPORT_COLUMNS.keys()];

/** The name and the meaning of a dimension, a measure or a rate. */
export function columnWords(column: string): { readonly name: string; readonly meaning: string } {
  return REPORT_COLUMNS.get(column) ?? wordsOf(column) ?? { name: column, meaning: '' };
}

export function unitOf(measure: string): Unit {
  return REPORT_COLUMNS.get(measure)?.unit ?? 'count';
}

/** A dash where the column does not apply. */
export function cellWords(measure: string, value: string | number | null | undefined): string {
  if (value === null || value === undefined) return '–';
  const unit = unitOf(measure);
  return unit === 'usd' ? cents(Number(value)) : valueWords(unit, Number(value));
}

const wordsOf = (dimension: string) =>
  Object.entries(DIMENSION_WORDS).find(([name]) => name === dimension)?.[1];

/** A value of a dimension; times are of the report's time zone. CSV and JSON have the codes of reasons. */
export function keyWords(dimension: string, value: string, zone: string): string {
  if (value === '') return wordsOf(dimension)?.none ?? '(unknown)';
  if (dimension === 'reason') return reasonWords(value);
  if (dimension !== 'day' && dimension !== 'hour' && dimension !== 'minute') return value;
  const { date, clock } = wallTime(zone, Date.parse(value));
  return dimension === 'day' ? date : `${date} ${clock.slice(0, 5)}`;
}

/** `was $1.20` and `+20 %`; undefined where it is not compared, or did not apply before. */
export function beforeWords(measure: string, line: ReportLine): readonly string[] | undefined {
  const before = line[`${measure}_before`];
  if (before === undefined || before === null) return undefined;
  const change = line[`${measure}_change_percent`] ?? null;
  const was = `was ${cellWords(measure, before)}`;
  return change === null ? [was] : [was, changeWords(Number(change))];
}

/** With a sign, so that an increase is seen as one. */
function changeWords(percent: number): string {
  return `${percent > 0 ? '+' : ''}${percent.toLocaleString()} %`;
}

/** What a report shows, in a line. */
export function reportWords(asked: URLSearchParams): string {
  const [last, period] = [asked.get('last') ?? '', asked.get('period')];
  const days = [asked.get('from'), asked.get('until') ?? asked.get('to')];
  const named = period === null ? LAST[last] : PERIODS[period as keyof typeof PERIODS];
  const time = asked.has('from') ? days.join(' to ') : (named ?? `Last ${last}`);
  const only = filtersOf(asked).map(
    ({ name, value }) =>
      `only ${columnWords(name).name.toLowerCase()} ${keyWords(name, value, asked.get('zone') ?? UTC)}`,
  );
  const split = byOf(asked).map((name) => columnWords(name).name.toLowerCase());
  const compared = asked.has('compare') ? ['compared with the time before'] : [];
  return [`${time} by ${split.join(', ')}`, ...only, ...compared].join(', ');
}
