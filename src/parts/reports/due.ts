import { dayAfter } from '../../lib/named-period.ts';
import { offsetMs, wallTime } from '../../lib/time-zone.ts';
import type { ScheduleTerms } from './view-schema.ts';

/** When a report was due, and the day that names it: each is made once. */
export type DueReport = { readonly day: string; readonly dueMs: number };

const WEEK_DAYS = 7;
const MONDAY = 1;

/** The last time at or before now. Those before it are not made up for. */
export function lastDue(
  { every, hour, zone }: Pick<ScheduleTerms, 'every' | 'hour' | 'zone'>,
  nowMs: number,
): DueReport {
  const { date, clock } = wallTime(zone, nowMs);
  const reached = Number(clock.slice(0, 2)) >= hour ? date : dayAfter(date, -1);
  const day = firstOf(every, reached);
  return { day, dueMs: atHour(zone, day, hour) };
}

function firstOf(every: ScheduleTerms['every'], day: string): string {
  if (every === 'daily') return day;
  if (every === 'monthly') return `${day.slice(0, 7)}-01`;
  const sinceMonday = (new Date(day).getUTCDay() + WEEK_DAYS - MONDAY) % WEEK_DAYS;
  return dayAfter(day, -sinceMonday);
}

function atHour(zone: string, day: string, hour: number): number {
  const asUtcMs = Date.parse(`${day}T${String(hour).padStart(2, '0')}:00:00Z`);
  const nearMs = asUtcMs - offsetMs(zone, asUtcMs);
  return asUtcMs - offsetMs(zone, nearMs);
}
