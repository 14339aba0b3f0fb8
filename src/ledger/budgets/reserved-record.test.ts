import { expect, test } from 'bun:test';
import { START_MS } from '../../../test/budgets/world.ts';
import { type Amount, minuteOf, NOTHING } from './account.ts';
import { expiredOf, reservedRecord } from './reserved-record.ts';

const MINUTE = minuteOf(START_MS);

/** A slice in whose ring every minute has something reserved. */
const everyMinute = (minute: number): Amount => ({ micros: minute, impressions: 1 });

const minutesOf = (record: string) => record.split(',').map((text) => Number(text.split(' ')[0]));

test('minutes are recorded five seconds after they are over, and no older ones than the ring has', () => {
  const at = (ms: number) => minutesOf(reservedRecord(everyMinute, START_MS + ms));
  expect(at(4999)).toEqual(Array.from({ length: 13 }, (_, i) => MINUTE - 14 + i));
  expect(at(5000)).toEqual(Array.from({ length: 14 }, (_, i) => MINUTE - 14 + i));
  expect(at(59_999)).toEqual(at(5000));
});

test('a minute with either resource is recorded, one with neither is not', () => {
  const reserved = new Map<number, Amount>([
    [MINUTE - 3, { micros: 7, impressions: 0 }],
    [MINUTE - 2, { micros: 0, impressions: 9 }],
  ]);
  const record = reservedRecord((minute) => reserved.get(minute) ?? NOTHING, START_MS + 30_000);
  expect(record).toBe(`${MINUTE - 3} 7 0,${MINUTE - 2} 0 9`);
  expect(reservedRecord(() => NOTHING, START_MS)).toBe('');
});

test('what expires with a minute are that minute and those before it', () => {
  const record = '5 100 1,6 20 2,8 3 0';
  expect(expiredOf(record, 4)).toEqual({ expired: { micros: 0, impressions: 0 }, rest: record });
  expect(expiredOf(record, 5)).toEqual({
    expired: { micros: 100, impressions: 1 },
    rest: '6 20 2,8 3 0',
  });
  expect(expiredOf(record, 7)).toEqual({ expired: { micros: 120, impressions: 3 }, rest: '8 3 0' });
  expect(expiredOf(record, 8)).toEqual({ expired: { micros: 123, impressions: 3 }, rest: '' });
  expect(expiredOf('', 8)).toEqual({ expired: { micros: 0, impressions: 0 }, rest: '' });
});
