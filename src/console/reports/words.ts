import { wallTime } from '../../lib/time-zone.ts';
import { cents } from '../ui/format.ts';
import { type Unit, valueWords } from '../ui/units.ts';

type Column = { readonly name: string; readonly meaning: string; readonly unit: Unit };

/** The columns in the order of the table. */
const COLUMNS: Readonly<Record<string, Column>> = {
  requests: { name: 'Requests', meaning: 'Bid requests received', unit: 'count' },
  refusals: { name: 'Refused', meaning: 'Requests answered with an error', unit: 'count' },
  no_bids: { name: 'No ad', meaning: 'Valid requests answered without an ad', unit: 'count' },
  fill: {
    name: 'Fill',
    meaning: 'The share of the valid requests that got an ad',
    unit: 'percent',
  },
  asked: { name: 'Asked', meaning: 'Calls to a partner', unit: 'count' },
  bids: { name: 'Bids', meaning: 'Bids of partners', unit: 'count' },
  sold: { name: 'Sold', meaning: 'Ads in responses', unit: 'count' },
  wins: { name: 'Wins', meaning: 'Win notices received', unit: 'count' },
  impressions: { name: 'Shown', meaning: 'Ads reported as shown', unit: 'count' },
  viewables: { name: 'Viewable', meaning: 'Ads reported as viewable', unit: 'count' },
  clicks: { name: 'Clicks', meaning: 'Clicks on ads', unit: 'count' },
  click_rate: { name: 'Click rate', meaning: 'Clicks for each ad shown', unit: 'percent' },
  losses: { name: 'Losses', meaning: 'Loss notices received', unit: 'count' },
  spend_usd: { name: 'Spend', meaning: 'The amount that buyers owe for ads', unit: 'usd' },
  ecpm_usd: { name: 'eCPM', meaning: 'Spend for a thousand ads shown', unit: 'usd' },
};

export const COLUMN_NAMES: readonly string[] = Object.keys(COLUMNS);

export function measureName(measure: string): string {
  return COLUMNS[measure]?.name ?? measure;
}

export function measureMeaning(measure: string): string {
  return COLUMNS[measure]?.meaning ?? '';
}

export function unitOf(measure: string): Unit {
  return COLUMNS[measure]?.unit ?? 'count';
}

/** A dash where the column does not apply. */
export function cellWords(measure: string, value: string | number | null | undefined): string {
  if (value === null || value === undefined) return '–';
  const unit = unitOf(measure);
  return unit === 'usd' ? cents(Number(value)) : valueWords(unit, Number(value));
}

export function dimensionName(dimension: string): string {
  return dimension.charAt(0).toUpperCase() + dimension.slice(1);
}

const NO_VALUE: Readonly<Record<string, string>> = {
  partner: '(no partner)',
  campaign: '(no campaign)',
  publisher: '(no publisher)',
  reason: '(no reason)',
};

/** A value of a dimension; times are of the report's time zone. */
export function keyWords(dimension: string, value: string, zone: string): string {
  if (value === '') return NO_VALUE[dimension] ?? '(unknown)';
  if (dimension !== 'day' && dimension !== 'hour' && dimension !== 'minute') return value;
  const { date, clock } = wallTime(zone, Date.parse(value));
  return dimension === 'day' ? date : `${date} ${clock.slice(0, 5)}`;
}
