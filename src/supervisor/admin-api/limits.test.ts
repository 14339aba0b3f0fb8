import { afterAll, expect, test } from 'bun:test';
import { cleanUp } from '../../../test/process.ts';
import type { LimitUse } from '../../limits/watched-limiter.ts';
import { limitRows } from './limits.ts';

afterAll(cleanUp);

const LIMITS = {
  globalPerSecond: 100,
  publisherPerSecond: 10,
  ipPerSecond: 20,
  byPublisher: new Map([['big', 50]]),
  byNetwork: new Map([['10.0.0.0/8', 40]]),
};

const busy = (name: string, ...asked: readonly number[]) => ({ name, asked, refused: 0 });

const useOf = (names: Partial<LimitUse['names']>): LimitUse => ({
  nowSec: 1000,
  names: { global: [], publisher: [], ip: [], ...names },
});

test('the rate now is of the last whole second, and the peak of the last minute', () => {
  const use = useOf({ global: [busy('', 9, 0, 4, 2)] });
  expect(limitRows([use], LIMITS, 1_000_999)[0]).toMatchObject({ nowPerSec: 4, peakPerSec: 9 });
  expect(limitRows([use], LIMITS, 999_000)[0]).toMatchObject({ nowPerSec: 0 });
});

test('a publisher and a network with a limit of their own are measured by it', () => {
  const rows = limitRows(
    [
      useOf({
        publisher: [busy('small', 1), busy('big', 1)],
        ip: [busy('10.0.0.0/8', 1), busy('1.2.3.4', 1)],
      }),
    ],
    LIMITS,
    1_001_000,
  );
  expect(Object.fromEntries(rows.map(({ name, limitPerSec }) => [name, limitPerSec]))).toEqual({
    '': 100,
    small: 10,
    big: 50,
    '10.0.0.0/8': 40,
    '1.2.3.4': 20,
  });
});

test('the global row comes first, then those nearest to their limit, at most a hundred', () => {
  const callers = Array.from({ length: 101 }, (_, n) => busy(`ip-${n}`, n + 1));
  const rows = limitRows(
    [useOf({ global: [busy('', 1)], ip: callers, publisher: [busy('big', 41)] })],
    LIMITS,
    1_001_000,
  );
  expect(rows).toHaveLength(101);
  const names = rows.map(({ name }) => name);
  expect(names.slice(0, 3)).toEqual(['', 'ip-100', 'ip-99']);
  // 41 of 50 lie between 17 and 16 of 20.
  const place = names.indexOf('big');
  expect(names.slice(place - 1, place + 2)).toEqual(['ip-16', 'big', 'ip-15']);
  expect(names.at(-1)).toBe('ip-2');
});
