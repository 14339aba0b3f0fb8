import { describe, expect, test } from 'bun:test';
import { layoutOf, TYPICAL_AUCTION, TYPICAL_PARTNERS } from '../../test/metrics.ts';
import { type Layout, metricsBytes, slabsAt } from './layout.ts';
import type { SeriesName } from './series.ts';
import { createTotals } from './totals.ts';
import { createWorkerMetrics, type WorkerMetrics } from './worker-metrics.ts';

const slabsOf = (layout: Layout) =>
  slabsAt(layout, { buffer: new ArrayBuffer(metricsBytes(layout)), byteOffset: 0 });

/** Two workers, so four slabs: each with its metrics. */
function machine() {
  const layout = layoutOf(TYPICAL_PARTNERS, 2);
  const slabs = slabsOf(layout);
  const live = new Set([0, 1]);
  const allMetrics: readonly WorkerMetrics[] = slabs.map((slab, i) =>
    createWorkerMetrics(layout, slab, i),
  );
  const totals = createTotals({ layout, slabs, isLive: (slab) => live.has(slab) });
  const value = (name: SeriesName, ...labels: readonly string[]) =>
    totals.read()[totals.layout().cellOf(name, ...labels)];
  return { totals, allMetrics, live, value };
}

const reload = (names: readonly string[]) => {
  const layout = layoutOf(names, 2);
  const slabs = slabsOf(layout);
  return {
    layout,
    slabs,
    allMetrics: slabs.map((slab, i) => createWorkerMetrics(layout, slab, i)),
  };
};

describe('totals', () => {
  test('are the sum of what all workers counted, the dead ones included', () => {
    const { allMetrics, live, value } = machine();
    for (const metrics of allMetrics) metrics.auction(TYPICAL_AUCTION);
    live.clear();
    expect(value('parley_requests_total', 'bid')).toBe(4);
    expect(value('parley_partner_wins_total', 'acme')).toBe(4);
  });

  test('have the gauges of live workers, and none that is unknown', () => {
    const { allMetrics, live, value } = machine();
    allMetrics[0]?.connections('acme', 3);
    allMetrics[1]?.connections('acme', 4);
    allMetrics[2]?.connections('acme', 100);
    expect(value('parley_partner_connections', 'acme')).toBe(7);
    expect(value('parley_partner_connections', 'zenith')).toBeNaN();
    live.delete(1);
    expect(value('parley_partner_connections', 'acme')).toBe(3);
  });

  test('say that Redis is up only if every worker says so', () => {
    const { allMetrics, value } = machine();
    expect(value('parley_redis_up')).toBeNaN();
    allMetrics[0]?.redis('up');
    allMetrics[1]?.redis('up');
    expect(value('parley_redis_up')).toBe(1);
    allMetrics[1]?.redis('down');
    expect(value('parley_redis_up')).toBe(0);
  });

  test('have one breaker state per partner, though every worker reports it', () => {
    const { allMetrics, value } = machine();
    for (const metrics of allMetrics) metrics.breaker('acme', 'open');
    expect(value('parley_partner_breaker_state', 'acme')).toBe(2);
    expect(value('parley_partner_breaker_state', 'house')).toBeNaN();
  });

  test('have a label per process where the series is about the process', () => {
    const { totals, allMetrics, value } = machine();
    allMetrics[1]?.process({ delayMs: 40, memoryBytes: 5e7 });
    totals.set('parley_resident_memory_bytes', ['supervisor'], 3e7);
    expect(value('parley_resident_memory_bytes', 'worker-1')).toBe(5e7);
    expect(value('parley_resident_memory_bytes', 'supervisor')).toBe(3e7);
    expect(value('parley_resident_memory_bytes', 'worker-0')).toBeNaN();
  });
});

describe('after a reload', () => {
  test('counters never go back, over any number of reloads', () => {
    const { totals, allMetrics, value } = machine();
    allMetrics[0]?.auction(TYPICAL_AUCTION);
    totals.add('parley_worker_restarts_total', ['died'], 1);
    for (const round of [1, 2, 3]) {
      const next = reload(TYPICAL_PARTNERS.toReversed());
      totals.use(next.layout, next.slabs);
      expect(value('parley_requests_total', 'bid')).toBe(round);
      next.allMetrics[1]?.auction(TYPICAL_AUCTION);
      expect(value('parley_requests_total', 'bid')).toBe(round + 1);
      expect(value('parley_partner_wins_total', 'acme')).toBe(round + 1);
      expect(value('parley_worker_restarts_total', 'died')).toBe(1);
    }
  });

  test('requests that were under way still count', () => {
    const { totals, allMetrics, value } = machine();
    const next = reload(['acme']);
    totals.use(next.layout, next.slabs);
    allMetrics[0]?.auction(TYPICAL_AUCTION);
    expect(value('parley_requests_total', 'bid')).toBe(1);
    const again = reload(['acme']);
    totals.use(again.layout, again.slabs);
    expect(value('parley_requests_total', 'bid')).toBe(1);
  });

  test('a new partner starts at zero, and a removed one is dropped', () => {
    const { totals, allMetrics, value } = machine();
    allMetrics[0]?.auction(TYPICAL_AUCTION);
    const next = reload(['acme', 'fresh']);
    totals.use(next.layout, next.slabs);
    expect(value('parley_partner_asked_total', 'fresh')).toBe(0);
    expect(value('parley_partner_asked_total', 'acme')).toBe(1);
    expect(totals.layout().cellOf('parley_partner_asked_total', 'house')).toBe(0);
  });
});
