import { count, usd } from '../ui/format.ts';

const MEASURE_WORDS: Readonly<Record<string, string>> = {
  no_bids: 'No ad',
  viewables: 'Seen',
  impressions: 'Shown',
  spend_usd: 'Spend',
};

export function measureName(measure: string): string {
  return MEASURE_WORDS[measure] ?? measure.charAt(0).toUpperCase() + measure.slice(1);
}

export function measureWords(measure: string, value: number): string {
  return measure === 'spend_usd' ? usd(value) : count(value);
}

/** A value of a dimension; times are of UTC. */
export function keyWords(dimension: string, value: string): string {
  if (value === '') return '(none)';
  if (dimension === 'day') return value.slice(0, 10);
  return dimension === 'hour' || dimension === 'minute'
    ? value.slice(0, 16).replace('T', ' ')
    : value;
}
