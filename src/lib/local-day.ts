import { DAY_MS } from './day.ts';
import { dayStartMs, offsetMs, UTC } from './time-zone.ts';

/** Every clock of today's time zones changes at a quarter of an hour, and by quarters of an hour. */
export const QUARTER_MS = 900_000;

/** The hours of a day, one bit for each. */
export const ALL_HOURS = 2 ** 24 - 1;

/** An offset that holds from `sinceMs` for a quarter of an hour. */
type KnownOffset = { readonly sinceMs: number; readonly offsetMs: number };

/** The last offset that was asked for, by zone: asking for the time again costs a comparison. The zones are few. */
const known = new Map<string, KnownOffset>();
const KNOWN_MAX = 600;

/** What a clock of the zone shows, as if it were UTC. */
export function localMs(zone: string, ms: number): number {
  if (zone === UTC) return ms;
  const last = known.get(zone);
  if (last !== undefined && ms >= last.sinceMs && ms < last.sinceMs + QUARTER_MS) {
    return ms + last.offsetMs;
  }
  const sinceMs = Math.floor(ms / QUARTER_MS) * QUARTER_MS;
  const found = { sinceMs, offsetMs: offsetMs(zone, sinceMs) };
  if (known.size < KNOWN_MAX || known.has(zone)) known.set(zone, found);
  return ms + found.offsetMs;
}

/** The number of the day in the zone: days of the calendar since 1 January 1970. */
export function localDayOf(zone: string, ms: number): number {
  return Math.floor(localMs(zone, ms) / DAY_MS);
}

type LocalDay = { readonly day: number; readonly fromMs: number; readonly toMs: number };

/** The last day that was asked for, by zone. */
const knownDays = new Map<string, LocalDay>();

/** The moments at which a day of the zone begins and ends. It has 23 to 25 hours, in a few zones 22 to 26. */
export function localDaySpan(zone: string, day: number): LocalDay {
  const last = knownDays.get(zone);
  if (last?.day === day) return last;
  const found = { day, fromMs: startOfDay(zone, day), toMs: startOfDay(zone, day + 1) };
  if (knownDays.size < KNOWN_MAX || knownDays.has(zone)) knownDays.set(zone, found);
  return found;
}

function startOfDay(zone: string, day: number): number {
  return zone === UTC ? day * DAY_MS : dayStartMs(zone, dateOf(day));
}

/** Like `2026-11-15`. */
export function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
