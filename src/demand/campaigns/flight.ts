import { dayOf } from '../../lib/day.ts';
import { localDaySpan } from '../../lib/local-day.ts';
import { UTC } from '../../lib/time-zone.ts';

/** When a campaign runs: from `startMs`, and no longer at `endMs`. */
export type Flight = { readonly startMs: number; readonly endMs: number };

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** The instant in milliseconds, and whether it was given as a whole day: then it is the start of that day in UTC. */
export function readInstant(
  text: string,
): { readonly ms: number; readonly isDay: boolean } | undefined {
  const isDay = DATE.test(text);
  const date = isDay ? text : TIME.exec(text)?.[1];
  if (date === undefined || !isCalendarDay(date)) return undefined;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : { ms, isDay };
}

/** `Date.parse` may take 30 February for 2 March. */
function isCalendarDay(date: string): boolean {
  const ms = Date.parse(date);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(date);
}

/** Days are those of the zone. One that ends a flight is part of it, as people mean it; a time that ends it is not. */
export function readFlight(
  flight: { readonly start?: string; readonly end?: string } | undefined,
  zone: string | undefined,
): Flight {
  const momentOf = (text: string | undefined, edge: 'fromMs' | 'toMs') => {
    const instant = text === undefined ? undefined : readInstant(text);
    return instant?.isDay ? localDaySpan(zone ?? UTC, dayOf(instant.ms))[edge] : instant?.ms;
  };
  return {
    startMs: momentOf(flight?.start, 'fromMs') ?? Number.NEGATIVE_INFINITY,
    endMs: momentOf(flight?.end, 'toMs') ?? Number.POSITIVE_INFINITY,
  };
}
