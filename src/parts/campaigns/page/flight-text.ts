import { readInstant } from '../../../demand/campaigns/flight.ts';
import { dayOf } from '../../../lib/day.ts';
import { localDaySpan } from '../../../lib/local-day.ts';
import { isTimeZone, momentsAt, UTC, wallTime, zonedText } from '../../../lib/time-zone.ts';

/** One end of a flight as the form shows it. A text that is neither day nor time is shown as it is. */
type ShownMoment = { readonly kind: 'day' | 'time' | 'text'; readonly text: string };

export type FlightEdge = 'start' | 'end';

/** Without a zone, as a field for a time has it. Nobody but the form writes it, where the zone's clocks skip the time. */
const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?$/;

/** The zone of a campaign. undefined: what is typed is none. */
export function zoneOf(zone: unknown): string | undefined {
  if (zone === undefined || zone === '') return UTC;
  return typeof zone === 'string' && isTimeZone(zone) ? zone : undefined;
}

/** What is stored, in the zone of the campaign. */
export function shownMoment(stored: unknown, zone: string | undefined): ShownMoment | undefined {
  if (typeof stored !== 'string' || stored === '') return undefined;
  if (LOCAL.test(stored)) return { kind: 'time', text: stored };
  const instant = readInstant(stored);
  if (instant?.isDay) return { kind: 'day', text: stored };
  if (instant === undefined || zone === undefined) return { kind: 'text', text: stored };
  const { date, clock } = wallTime(zone, instant.ms);
  return { kind: 'time', text: `${date}T${clock.endsWith(':00') ? clock.slice(0, 5) : clock}` };
}

/** What a time that was typed is stored as. One that the clocks skip stays as it is, and is refused as a fault. */
export function storedTime(local: string, zone: string): string {
  const [first] = momentsAt(zone, local);
  return first === undefined ? local : timeText(zone, first);
}

/** What has to be said of a stored time. */
export function timeWords(stored: string, zone: string): string {
  if (LOCAL.test(stored)) {
    const [day, clock] = stored.split('T');
    return `The clocks of ${zone} skip ${clock} on ${day}: choose another time.`;
  }
  const { text = '' } = shownMoment(stored, zone) ?? {};
  const twice = momentsAt(zone, text).length > 1;
  return `In ${zone}${twice ? ', where this time comes twice that day' : ''}. Stored as ${stored}.`;
}

/** The same moment as a time. The last day of a flight is a part of it, and the time at which it ends is not. */
export function timeOfDay(day: string, edge: FlightEdge, zone: string): string {
  const { fromMs, toMs } = localDaySpan(zone, dayOf(Date.parse(day)));
  return timeText(zone, edge === 'start' ? fromMs : toMs);
}

/** The day that has the time; of an end, the last day that has any of the flight. */
export function dayOfTime(stored: string, edge: FlightEdge, zone: string): string {
  const ms = readInstant(stored)?.ms;
  if (ms === undefined) return stored.slice(0, 10);
  return wallTime(zone, edge === 'start' ? ms : ms - 1).date;
}

function timeText(zone: string, ms: number): string {
  return zonedText(zone, ms).replace('.000Z', 'Z');
}
