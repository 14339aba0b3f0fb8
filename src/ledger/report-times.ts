import { DAY_MS } from '../lib/day.ts';
import { dayStartMs, offsetsOf, zonedText } from '../lib/time-zone.ts';
import { TIMES, type TimeDimension } from '../sale/dimension-words.ts';

const HOUR_MS = 3_600_000;

export function isTime(name: string): name is TimeDimension {
  return (TIMES as readonly string[]).includes(name);
}

/** SQL for the time dimensions. A day is told by its midnight as if the zone were UTC, since its hours may differ. */
export function timesIn(
  zone: string,
  fromMs: number,
  toMs: number,
): Readonly<Record<string, string>> {
  const local = `(minute_ms + ${shiftOf(zone, fromMs, toMs)})`;
  return {
    minute: 'minute_ms',
    hour: `minute_ms - ${local} % ${HOUR_MS}`,
    day: `${local} - ${local} % ${DAY_MS}`,
  };
}

/** The offset of the zone at a row's time. Only numbers go into the text. */
function shiftOf(zone: string, fromMs: number, toMs: number): string {
  const [first, ...later] = offsetsOf(zone, fromMs, toMs);
  const cases = later
    .toReversed()
    .map(({ sinceMs, offsetMs }) => `when minute_ms >= ${sinceMs} then ${offsetMs}`);
  const usual = String(first?.offsetMs ?? 0);
  return cases.length === 0 ? usual : `(case ${cases.join(' ')} else ${usual} end)`;
}

/** A value of a time dimension as ISO text. */
export function timeKey(name: TimeDimension, value: number, zone: string): string {
  if (name !== 'day') return zonedText(zone, value);
  return zonedText(zone, dayStartMs(zone, new Date(value).toISOString().slice(0, 10)));
}
