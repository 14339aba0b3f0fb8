import { describe, expect, test } from 'bun:test';
import { BUSY_SECONDS, createBusy } from './busy.ts';

const peakOf = (asked: readonly number[]) => Math.max(...asked);

describe('the busiest names', () => {
  test('are reported second by second, the busiest first', () => {
    const busy = createBusy();
    for (let i = 0; i < 3; i++) busy.count('a', 1000);
    busy.count('a', 1001);
    busy.count('a', 1000);
    for (let i = 0; i < 5; i++) busy.count('b', 1001);
    busy.countRefused('b', 1001);
    const told = busy.busiest(1001, 10);
    expect(told.map(({ name }) => name)).toEqual(['b', 'a']);
    expect(told[0]).toMatchObject({ refused: 1 });
    expect(told[1]?.asked.slice(-3)).toEqual([0, 4, 1]);
    expect(told[1]?.asked.length).toBe(BUSY_SECONDS);
    expect(busy.busiest(1001, 1).length).toBe(1);
  });

  test('are forgotten a minute after they were busy', () => {
    const busy = createBusy();
    busy.count('a', 1000);
    busy.countRefused('a', 1000);
    expect(busy.busiest(1059, 10)).toHaveLength(1);
    expect(busy.busiest(1060, 10)).toEqual([]);
    busy.count('a', 1060);
    expect(busy.busiest(1060, 10)[0]).toMatchObject({ refused: 0 });
  });

  test('are found among any number of names that call once', () => {
    const busy = createBusy(64);
    for (let i = 0; i < 100_000; i++) {
      const second = 1000 + Math.floor(i / 10_000);
      busy.count(`stranger ${i}`, second);
      if (i % 20 === 0) busy.count('heavy', second);
    }
    const [first] = busy.busiest(1009, 10);
    expect(first?.name).toBe('heavy');
    expect(peakOf(first?.asked ?? [])).toBe(500);
  });

  test('of a second, so many are counted, however many call', () => {
    const busy = createBusy(2);
    for (const name of ['a', 'b', 'c', 'a']) busy.count(name, 1000);
    busy.countRefused('c', 1000);
    const told = busy.busiest(1000, 10).map(({ name, refused }) => [name, refused]);
    expect(told).toEqual([
      ['a', 0],
      ['b', 0],
    ]);
  });

  test('are not kept in memory beyond a minute, even where hardly anybody calls', () => {
    const busy = createBusy();
    busy.count('a', 1000);
    busy.count('b', 1061);
    expect(busy.busiest(1000, 10)).toEqual([]);
    expect(busy.busiest(1061, 10).map(({ name }) => name)).toEqual(['b']);
  });
});
