import { readInstant } from '../../../demand/campaigns/flight.ts';
import { type AdcpError, fail } from '../errors.ts';
import { isoOf } from './flight-of-package.ts';

/** As soon as it is confirmed. */
export const ASAP = 'asap';

/** A buyer whose clock is this much behind starts now. */
const CLOCK_SKEW_MS = 60_000;

/** A date and time with its zone. Fractions below a millisecond are left out. */
export function readMoment(text: string, field: string): number | AdcpError {
  const instant = readInstant(text.toUpperCase().replace(/(\.\d{3})\d{1,9}/, '$1'));
  if (instant !== undefined && !instant.isDay) return instant.ms;
  return fail.invalid(`${field}: expected a date and time like 2027-03-01T09:00:00Z`, { field });
}

/** When something starts that has not started: now, or later. */
export function readStart(text: string, field: string, nowMs: number): number | AdcpError {
  if (text === ASAP) return nowMs;
  const startMs = readMoment(text, field);
  if (typeof startMs !== 'number' || startMs >= nowMs) return startMs;
  if (startMs >= nowMs - CLOCK_SKEW_MS) return nowMs;
  // The protocol's own code for it.
  return fail.malformed(`${field}: expected a start in the future, but got ${isoOf(startMs)}`, {
    field,
    suggestion: `Send "${ASAP}" to start at once.`,
  });
}

/** An end has to be after the start, and to come. */
export function endFault(
  { startMs, endMs }: { readonly startMs: number; readonly endMs: number },
  field: string,
  nowMs: number,
): AdcpError | undefined {
  if (endMs > startMs && endMs > nowMs) return undefined;
  const after = isoOf(Math.max(startMs, nowMs));
  const message = `${field}: expected an end after ${after}, but got ${isoOf(endMs)}`;
  return fail.invalid(message, { field, suggestion: 'Send a later end_time.' });
}
