import { expect, test } from 'bun:test';
import { distancesFrom, timeLabels, timeRange } from './plot.tsx';

const DAY_MS = 86_400_000;
const sec = (iso: string) => Date.parse(iso) / 1000;

test('the plot of a first day shows that day, and no other year', () => {
  const day = Date.parse('2026-11-15');
  const [from, to] = timeRange([day], DAY_MS);
  expect([from, to].map((end) => new Date(end * 1000).toISOString())).toEqual([
    '2026-11-14T12:00:00.000Z',
    '2026-11-15T12:00:00.000Z',
  ]);
  expect(timeRange([day, day + DAY_MS], DAY_MS)).toEqual([day / 1000, (day + DAY_MS) / 1000]);
  expect(distancesFrom(DAY_MS)[0]).toBe(86_400);
});

test('labels are of the time zone, and name the day where it begins', () => {
  const times = ['2026-11-14T21:00Z', '2026-11-14T23:00Z', '2026-11-15T01:00Z'].map(sec);
  expect(timeLabels(times, 'UTC')).toEqual(['21:00', '23:00', '01:00']);
  expect(timeLabels(times, 'Europe/Berlin')).toEqual(['22:00', '15 Nov', '02:00']);
  expect(timeLabels([sec('2026-11-15'), sec('2026-11-16')], 'UTC')).toEqual(['15 Nov', '16 Nov']);
  expect(timeLabels([sec('2026-11-15T10:00:00Z'), sec('2026-11-15T10:00:30Z')], 'UTC')).toEqual([
    '10:00:00',
    '10:00:30',
  ]);
});
