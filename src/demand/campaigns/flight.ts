import { DAY_MS } from '../../lib/day.ts';
/** When a campaign runs: from `startMs`, and no longer at `endMs`. */
export type Flight = { readonly startMs: number; readonly endMs: number };

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** The instant in milliseconds, and whether it was given as a whole day (of UTC). */
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

/** A day that ends a flight is part of it, as people mean it; a time that ends it is not. */
export function readFlight(
  flight: { readonly start?: string; readonly end?: string } | undefined,
): Flight {
  const start = flight?.start === undefined ? undefined : readInstant(flight.start);
  const end = flight?.end === undefined ? undefined : readInstant(flight.end);
  return {
    startMs: start?.ms ?? Number.NEGATIVE_INFINITY,
    endMs: end === undefined ? Number.POSITIVE_INFINITY : end.isDay ? end.ms + DAY_MS : end.ms,
  };
}
