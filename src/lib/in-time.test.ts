import { afterEach, describe, expect, jest, test } from 'bun:test';
import { letTimeRun, stopTime } from '../../test/stopped-time.ts';
import { inTime } from './in-time.ts';

afterEach(letTimeRun);

describe('waiting with a limit', () => {
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
});
