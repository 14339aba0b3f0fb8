import { expect, test } from 'bun:test';
import { layoutOf, TYPICAL_PARTNERS } from '../../../test/metrics.ts';
import { createMinutes, difference, MINUTES } from './history.ts';
import type { Slab } from './layout.ts';

const LAYOUT = layoutOf(TYPICAL_PARTNERS);
const CELL = LAYOUT.cellOf('parley_imps_total');

const cellsWith = (count: number): Slab => {
  const cells: Slab = new Float64Array(CELL + 1);
  cells[CELL] = count;
  return cells;
};

/** Readings once a second, with one more impression each. */
function after(seconds: number) {
  const minutes = createMinutes(LAYOUT);
  for (let second = 0; second <= seconds; second++) {
    minutes.note({ timeMs: 1000 * second, cells: cellsWith(second) });
  }
  const lately = minutes.look();
  if (lately === undefined) throw new Error('expected figures');
  return lately;
}

test('a minute has the counts of sixty seconds, and the last one those until now', () => {
  const { byMinute, endsMs, since, now } = after(150);
  expect(endsMs).toEqual([60_000, 120_000, 150_000]);
  expect(byMinute.map((cells) => cells[CELL])).toEqual([60, 60, 30]);
  expect([since[CELL], now[CELL]]).toEqual([150, 150]);
});

test('it is known to the second when a counter has grown for the last time', () => {
  const minutes = createMinutes(LAYOUT);
  for (const [second, counted] of [0, 1, 1, 4, 4, 4].entries()) {
    minutes.note({ timeMs: second * 1000, cells: cellsWith(counted) });
  }
  expect(minutes.look()?.grownMs[CELL]).toBe(3000);
});

test('no more than fifteen minutes are kept, and none that is older, as after a standstill', () => {
  const { endsMs, since } = after(3600);
  expect(endsMs).toHaveLength(MINUTES);
  expect(MINUTES).toBe(15);
  expect(since[CELL]).toBe(14 * 60);
  const minutes = createMinutes(LAYOUT);
  minutes.note({ timeMs: 0, cells: cellsWith(1) });
  minutes.note({ timeMs: MINUTES * 60_000 - 1, cells: cellsWith(2) });
  expect(minutes.look()?.since[CELL]).toBe(1);
  minutes.note({ timeMs: 2 * MINUTES * 60_000, cells: cellsWith(5) });
  expect(minutes.look()?.since[CELL]).toBe(0);
});

test('a counter that starts again has counted nothing, not less than nothing', () => {
  expect(difference(cellsWith(3), cellsWith(5))[CELL]).toBe(0);
});
