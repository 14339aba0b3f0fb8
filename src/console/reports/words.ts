import { wallTime } from '../../lib/time-zone.ts';
import { DIMENSION_WORDS } from '../../sale/dimension-words.ts';
import { REPORT_COLUMNS } from '../../sale/measures.ts';
import { cents } from '../ui/format.ts';
import { type Unit, valueWords } from '../ui/units.ts';

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

/** A value of a dimension; times are of the report's time zone. */
export function keyWords(dimension: string, value: string, zone: string): string {
  if (value === '') return wordsOf(dimension)?.none ?? '(unknown)';
  if (dimension !== 'day' && dimension !== 'hour' && dimension !== 'minute') return value;
  const { date, clock } = wallTime(zone, Date.parse(value));
  return dimension === 'day' ? date : `${date} ${clock.slice(0, 5)}`;
}
