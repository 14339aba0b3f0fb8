import { expect, test } from 'bun:test';
import { lastDue } from './saved-report.ts';

const due = (every: 'daily' | 'weekly' | 'monthly', now: string, zone = 'UTC') => {
  const { day, dueMs } = lastDue({ every, hour: 7, zone }, Date.parse(now));
  return [day, new Date(dueMs).toISOString().slice(0, 16)];
};

test('a report is due at its hour, and until then the one before was the last', () => {
  expect(due('daily', '2026-11-15T07:00Z')).toEqual(['2026-11-15', '2026-11-15T07:00']);
  expect(due('daily', '2026-11-15T06:59Z')).toEqual(['2026-11-14', '2026-11-14T07:00']);
  // 16 November 2026 is a Monday.
  expect(due('weekly', '2026-11-15T12:00Z')[0]).toBe('2026-11-09');
  expect(due('weekly', '2026-11-16T06:59Z')[0]).toBe('2026-11-09');
  expect(due('weekly', '2026-11-16T07:00Z')[0]).toBe('2026-11-16');
  expect(due('monthly', '2026-11-01T06:00Z')[0]).toBe('2026-10-01');
  expect(due('monthly', '2026-11-01T07:00Z')[0]).toBe('2026-11-01');
});

test('the hour is that of the zone, in summer and in winter', () => {
  const berlin = 'Europe/Berlin';
  expect(due('daily', '2026-07-15T05:00Z', berlin)).toEqual(['2026-07-15', '2026-07-15T05:00']);
  expect(due('daily', '2026-11-15T06:00Z', berlin)).toEqual(['2026-11-15', '2026-11-15T06:00']);
  // Clocks went back in the night.
  expect(due('daily', '2026-10-25T06:30Z', berlin)).toEqual(['2026-10-25', '2026-10-25T06:00']);
});
