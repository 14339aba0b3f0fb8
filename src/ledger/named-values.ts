import { OTHER } from '../core/sale/dimensions.ts';
import { dayOf } from '../lib/day.ts';

/** Chosen by bidders, so that there may be as many of them as there are bids. */
type OpenColumn = 'creative' | 'advertiser';

/** The value to count under: itself, or `other` where its day has no room for one more. */
export type NamedValues = (column: OpenColumn, value: string, atMs: number) => string;

/** Creatives of one day that a machine counts by name, and advertisers. */
const NAMED_PER_DAY_MAX = 2000;

/** Notices come for weeks after a sale; days beyond these begin anew. */
const DAYS_MAX = 40;

/**
 * Bounds how many values of a day the counts of reports have. Each machine names those that it counts first; facts and
 * budgets have the true value always.
 */
export function createNamedValues(perDayMax = NAMED_PER_DAY_MAX): NamedValues {
  const days = new Map<number, Readonly<Record<OpenColumn, Set<string>>>>();

  function namesOf(day: number) {
    const known = days.get(day);
    if (known !== undefined) return known;
    const [oldest] = days.keys();
    if (days.size >= DAYS_MAX && oldest !== undefined) days.delete(oldest);
    const names = { creative: new Set<string>(), advertiser: new Set<string>() };
    days.set(day, names);
    return names;
  }

  return (column, value, atMs) => {
    if (value === '') return value;
    const names = namesOf(dayOf(atMs))[column];
    if (names.has(value)) return value;
    if (names.size >= perDayMax) return OTHER;
    names.add(value);
    return value;
  };
}
