import { afterEach, describe, expect, jest, test } from 'bun:test';
import { letTimeRun, stopTime } from '../../test/stopped-time.ts';
import { inTime } from './in-time.ts';

afterEach(letTimeRun);

describe('waiting with a limit', () => {
  test('gives the result of the work', async () => {
    expect(await inTime(Promise.resolve(1), 1000, 2)).toBe(1);
  });

  test('gives up on work that takes too long', async () => {
    const start = performance.now();
    expect(await inTime(new Promise<never>(() => {}), 50, 'late')).toBe('late');
    expect(performance.now() - start).toBeGreaterThanOrEqual(45);
  });

  test('leaves no timer behind', async () => {
    stopTime();
    const work = inTime(Promise.resolve(1), 1000, 2);
    expect(jest.getTimerCount()).toBe(1);
    await work;
    expect(jest.getTimerCount()).toBe(0);
  });

  test('work that ends after its time leaves those that wait alone', async () => {
    const slow = Promise.withResolvers<string>();
    expect(await inTime(slow.promise, 20, 'late')).toBe('late');
    const other = inTime(new Promise<never>(() => {}), 20, 'other late');
    slow.resolve('done');
    expect(await other).toBe('other late');
  });
});
