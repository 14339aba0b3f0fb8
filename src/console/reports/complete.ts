import { DAY_MS } from '../../lib/day.ts';
import { dayStartMs, wallTime } from '../../lib/time-zone.ts';
import type { Report } from '../api.ts';
import { dayAfter } from './period.ts';

export const STEPS_MS = { minute: 60_000, hour: 3_600_000, day: DAY_MS } as const;

export type TimeStep = keyof typeof STEPS_MS;

/** What is missing from a minute, an hour or a day; undefined if it is whole. */
export function missingFrom(
  step: TimeStep,
  startMs: number,
  { from, to, zone }: Pick<Report, 'from' | 'to' | 'zone'>,
  nowMs: number,
): 'so far' | 'in part' | undefined {
  const endMs =
    step === 'day'
      ? dayStartMs(zone, dayAfter(wallTime(zone, startMs).date, 1))
      : startMs + STEPS_MS[step];
  if (startMs <= nowMs && nowMs < endMs) return 'so far';
  return startMs < Date.parse(from) || endMs > Date.parse(to) ? 'in part' : undefined;
}
