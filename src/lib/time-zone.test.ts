import { describe, expect, test } from 'bun:test';
import { isTimeZone, isZoneName, momentsAt, zonedText } from './time-zone.ts';

const at = (iso: string) => Date.parse(iso);
const iso = (ms: number) => new Date(ms).toISOString();

describe('a time zone', () => {
  test('is known by its IANA name', () => {
    expect(['UTC', 'Europe/Berlin', 'Mars/Base', ''].map(isTimeZone)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  test('has a name, in one spelling', () => {
    const names = ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'Asia/Calcutta', 'America/Havana'];
    expect(names.filter(isZoneName)).toEqual(names);
    const others = ['europe/berlin', '+01:00', 'Europe/Berlin ', 'Mars/Base', 'CEST', ''];
    expect(others.filter(isZoneName)).toEqual([]);
  });

  test('is written with its offset', () => {
    const ms = at('2026-11-14T23:00:00Z');
    expect(zonedText('UTC', ms)).toBe('2026-11-14T23:00:00.000Z');
    expect(zonedText('Europe/Berlin', ms)).toBe('2026-11-15T00:00:00+01:00');
    expect(zonedText('America/St_Johns', ms)).toBe('2026-11-14T19:30:00-03:30');
  });
});

test('a time of a clock is one moment, none where the clocks skip it, and two where it comes twice', () => {
  const moments = (zone: string, local: string) => momentsAt(zone, local).map(iso);
  expect(moments('UTC', '2026-03-29T02:30')).toEqual(['2026-03-29T02:30:00.000Z']);
  expect(moments('Europe/Berlin', '2026-07-01T09:00')).toEqual(['2026-07-01T07:00:00.000Z']);
  expect(moments('Europe/Berlin', '2026-03-29T02:30')).toEqual([]);
  expect(moments('Europe/Berlin', '2026-10-25T02:30')).toEqual([
    '2026-10-25T00:30:00.000Z',
    '2026-10-25T01:30:00.000Z',
  ]);
  expect(moments('Asia/Kolkata', '2026-07-01T09:00:15')).toEqual(['2026-07-01T03:30:15.000Z']);
  expect(moments('UTC', 'soon')).toEqual([]);
});
