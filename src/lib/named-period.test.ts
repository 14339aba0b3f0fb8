import { describe, expect, test } from 'bun:test';
import { daysOf, spanBefore, spanOfDays } from './time-span.ts';

const ms = (text: string) => Date.parse(text);

describe('the period before', () => {
  test('has the same length and ends where the other begins', () => {
    const day = { fromMs: ms('2026-11-14T12:00Z'), toMs: ms('2026-11-15T12:00Z') };
    expect(spanBefore(day, 'UTC', day.toMs)).toEqual({
      fromMs: ms('2026-11-13T12:00Z'),
      toMs: day.fromMs,
    });
  });

  test('has as many days, where one of them has 25 hours', () => {
    const zone = 'Europe/Berlin';
    const week = spanOfDays({ from: '2026-10-26', until: '2026-11-01' }, zone);
    expect(spanBefore(week, zone, ms('2026-12-01'))).toEqual(
      spanOfDays({ from: '2026-10-19', until: '2026-10-25' }, zone),
    );
  });

  test('of one that is not over ends at the same point of it', () => {
    const nowMs = ms('2026-11-11T15:00Z');
    const week = spanOfDays(daysOf('this-week', 'UTC', nowMs), 'UTC');
    expect(spanBefore(week, 'UTC', nowMs)).toEqual({
      fromMs: ms('2026-11-02T00:00Z'),
      toMs: ms('2026-11-04T15:00Z'),
    });
  });
});
