import { describe, expect, test } from 'bun:test';
import { BUSY_SECONDS, createBusy } from './busy.ts';

describe('the busiest names', () => {
  test('are reported second by second, the busiest first', () => {
    const busy = createBusy();
    for (let i = 0; i < 3; i++) busy.count('a', 1000);
    busy.count('a', 1001);
    for (let i = 0; i < 5; i++) busy.count('b', 1001);
    busy.countRefused('b', 1001);
    const told = busy.busiest(1001, 10);
    expect(told.map(({ name }) => name)).toEqual(['b', 'a']);
    expect(told[0]).toMatchObject({ refused: 1 });
    expect(told[1]?.asked.slice(-3)).toEqual([0, 3, 1]);
    expect(told[1]?.asked.length).toBe(BUSY_SECONDS);
    expect(busy.busiest(1001, 1).length).toBe(1);
  });
});
