import { describe, expect, test } from 'bun:test';
import { type Behaviour, type Chance, drawFate, drawLatencyMs, WELL_BEHAVED } from './behaviour.ts';

/** Evenly spread draws, shuffled so that neighbours have nothing to do with each other. */
function evenChance(count: number): Chance {
  let step = 0;
  return () => ((step++ * 7919) % count) / count;
}

const DRAWS = 10_000;

function drawMany<T>(draw: (chance: Chance) => T): readonly T[] {
  const chance = evenChance(DRAWS);
  return Array.from({ length: DRAWS }, () => draw(chance));
}

test('outcomes occur in exactly the shares of the rates', () => {
  const behaviour: Behaviour = {
    ...WELL_BEHAVED,
    hangRate: 0.05,
    errorRate: 0.1,
    malformedRate: 0.2,
    noBidRate: 0.25,
  };
  const counts = Map.groupBy(
    drawMany((chance) => drawFate(behaviour, chance)),
    (fate) => fate,
  );
  const share = (fate: 'hang' | 'error' | 'malformed' | 'no-bid' | 'bid') =>
    (counts.get(fate)?.length ?? 0) / DRAWS;
  expect(share('hang')).toBeCloseTo(0.05, 3);
  expect(share('error')).toBeCloseTo(0.1, 3);
  expect(share('malformed')).toBeCloseTo(0.2, 3);
  expect(share('no-bid')).toBeCloseTo(0.25, 3);
  expect(share('bid')).toBeCloseTo(0.4, 3);
});

describe('latency', () => {
  test('fixed, or evenly within its range', () => {
    expect(drawLatencyMs({ ...WELL_BEHAVED, latencyMs: 20 }, Math.random)).toBe(20);
    const range = { ...WELL_BEHAVED, latencyMs: { min: 10, max: 30 } };
    expect(drawLatencyMs(range, () => 0)).toBe(10);
    expect(drawLatencyMs(range, () => 0.5)).toBe(20);
  });

  test('by median and 99th percentile, with a finite tail', () => {
    const behaviour = { ...WELL_BEHAVED, latencyMs: { p50: 20, p99: 80 } };
    const sorted = Array.from({ length: DRAWS }, (_, draw) => {
      // All of the first draw’s values against a spread of the second’s.
      const draws = [draw / DRAWS, (draw * 0.6180339887) % 1];
      return drawLatencyMs(behaviour, () => draws.shift() ?? 0);
    }).sort((a, b) => a - b);
    expect(Math.abs((sorted[DRAWS * 0.5] ?? 0) - 20)).toBeLessThan(1);
    expect(Math.abs((sorted[DRAWS * 0.99] ?? 0) - 80)).toBeLessThan(5);
    expect(Number.isFinite(sorted.at(-1))).toBe(true);
  });
});
