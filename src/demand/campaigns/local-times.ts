import { DAY_MS } from '../../lib/day.ts';
import { ALL_HOURS, localMs, QUARTER_MS } from '../../lib/local-day.ts';
import { type Condition, DAYS } from '../condition-schema.ts';
import type { Campaign } from './campaign-schema.ts';

/** Days of the week and hours that campaigns ask for, each in the time zone of the campaign. */

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;

/** 1 January 1970 was a Thursday. */
const FIRST_WEEKDAY = 4;

/** A day or an hour of one zone, as campaigns ask for it and as a moment has it. */
type TimeUnit = {
  readonly wanted: (condition: Condition) => readonly number[] | undefined;
  readonly at: (localMs: number) => number;
};

export const TIME_UNITS = {
  days: {
    wanted: ({ days }) => days?.map((day) => DAYS.indexOf(day)),
    at: (localMs) => (Math.floor(localMs / DAY_MS) + FIRST_WEEKDAY) % DAYS.length,
  },
  hours: {
    wanted: ({ hours }) => (hours === undefined ? undefined : hoursBetween(hours.from, hours.to)),
    at: (localMs) => Math.floor(localMs / HOUR_MS) % DAY_HOURS,
  },
} as const satisfies Partial<Record<keyof Condition, TimeUnit>>;

export type TimeUnitName = keyof typeof TIME_UNITS;

/** From the first hour up to and without the last; past midnight where the last is the smaller. */
function hoursBetween(from: number, to: number): readonly number[] {
  const count = (to - from + DAY_HOURS) % DAY_HOURS || DAY_HOURS;
  return Array.from({ length: count }, (_, index) => (from + index) % DAY_HOURS);
}

/** The hours of a day in which targeting lets a campaign be shown, one bit for each. */
export function openHoursOf({ include, exclude }: NonNullable<Campaign['targeting']> = {}): number {
  const bitsOf = (hours: readonly number[]) => hours.reduce((bits, hour) => bits | (1 << hour), 0);
  const { wanted } = TIME_UNITS.hours;
  const included = include === undefined ? undefined : wanted(include);
  const excluded = exclude === undefined ? undefined : wanted(exclude);
  return (included === undefined ? ALL_HOURS : bitsOf(included)) & ~bitsOf(excluded ?? []);
}

/** One day or hour that campaigns ask for, and its id in the vocabulary. */
export type WantedTime = {
  readonly id: number;
  readonly zone: string;
  readonly unit: TimeUnitName;
  readonly value: number;
};

/**
 * The ids of the days and hours that it is just now, in all zones. Neither changes within a quarter of an hour, so that
 * the zones are asked once in it, however many requests there are.
 */
export function createTimeReader(wanted: readonly WantedTime[]) {
  let ids: readonly number[] = [];
  let sinceMs = Number.NaN;
  return (nowMs: number): readonly number[] => {
    if (nowMs >= sinceMs && nowMs < sinceMs + QUARTER_MS) return ids;
    sinceMs = Math.floor(nowMs / QUARTER_MS) * QUARTER_MS;
    ids = wanted.flatMap(({ id, zone, unit, value }) =>
      TIME_UNITS[unit].at(localMs(zone, sinceMs)) === value ? id : [],
    );
    return ids;
  };
}
