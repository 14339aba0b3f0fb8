import { describe, expect, test } from 'bun:test';
import { isTimeZone, isZoneName, zonedText } from './time-zone.ts';

const at = (iso: string) => Date.parse(iso);

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
