import { wallTime } from '../../lib/time-zone.ts';

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];

/** The distances between two labels, in seconds. */
const DISTANCES = [
  ...[1, 5, 10, 15, 30].map((seconds) => seconds),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR),
  ...[1, 2, 7, 14, 30, 91, 365].map((days) => days * DAY),
];

/** No label between two points. */
export function distancesFrom(stepMs: number): number[] {
  return DISTANCES.filter((distance) => distance * 1000 >= stepMs);
}

/** The times an axis begins and ends at, in seconds. A single point has half a step on both sides. */
export function timeRange(timesMs: readonly number[], stepMs: number): [number, number] {
  const [first = 0] = timesMs;
  const last = timesMs.at(-1) ?? first;
  const around = first === last ? Math.max(stepMs, 1000) / 2 : 0;
  return [(first - around) / 1000, (last + around) / 1000];
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `15 Nov` where a day begins, else the clock; with seconds if the labels are less than a minute apart. */
export function timeLabels(timesSec: readonly number[], zone: string): string[] {
  const apart = (timesSec[1] ?? 0) - (timesSec[0] ?? 0);
  return timesSec.map((sec) => {
    const { date, clock } = wallTime(zone, sec * 1000);
    const isDay = apart >= DAY || (apart >= MINUTE && clock === '00:00:00');
    if (isDay) return `${Number(date.slice(8))} ${MONTHS[Number(date.slice(5, 7)) - 1] ?? ''}`;
    return apart < MINUTE && timesSec.length > 1 ? clock : clock.slice(0, 5);
  });
}
