import { describe, expect, test } from 'bun:test';
import { layoutOf, TYPICAL_AUCTION, TYPICAL_PARTNERS } from '../../test/metrics.ts';
import { createHistory, POINTS } from './history.ts';
import { type Layout, metricsBytes, slabAt, slabsAt } from './layout.ts';
import { createRecorder } from './recorder.ts';
import { createTotals } from './totals.ts';

function place(layout: Layout) {
  const memory = { buffer: new ArrayBuffer(metricsBytes(layout)), byteOffset: 0 };
  const recorder = createRecorder(layout, slabAt(layout, memory, 0), 0);
  return { layout, slabs: slabsAt(layout, memory), recorder };
}

function machine() {
  const { recorder, ...parts } = place(layoutOf(TYPICAL_PARTNERS));
  const totals = createTotals({ ...parts, isLive: () => true });
  return { totals, recorder, history: createHistory(totals) };
}

describe('the history', () => {
  test('tells what happened in each second, not since the start', () => {
    const { totals, recorder, history } = machine();
    recorder.auction(TYPICAL_AUCTION);
    expect(history.sample(1000)).toBeUndefined();
    for (let i = 0; i < 3; i++) recorder.auction(TYPICAL_AUCTION);
    recorder.refused({ code: 'RATE_LIMIT_EXCEEDED', field: undefined, scope: 'ip' });
    totals.add('parley_spend_usd_total', ['acme'], 9_100_000);
    history.sample(2000);
    const { figures, partners } = history.latest() ?? {};
    expect(figures).toMatchObject({
      'requests.bid': 3,
      'requests.limited': 1,
      'funnel.received': 4,
      'funnel.valid': 3,
      'funnel.won': 3,
      imps: 3,
      sold: 3,
      fillRate: 1,
      spendUsd: 0.0091,
    });
    expect(figures?.['latencyMs.p99']).toBeCloseTo(31.5, -1);
    expect(partners?.acme).toMatchObject({ asked: 3, bids: 6, wins: 3, timeouts: 0 });
    expect(partners?.acme?.['latencyMs.p50']).toBeCloseTo(12.5, 0);
  });

  test('has rates for a second also where the timer was late', () => {
    const { recorder, history } = machine();
    history.sample(1000);
    for (let i = 0; i < 6; i++) recorder.auction(TYPICAL_AUCTION);
    expect(history.sample(4000)?.figures['requests.bid']).toBe(2);
  });

  test('knows no latency and no fill rate of a second without requests', () => {
    const { history } = machine();
    history.sample(1000);
    history.sample(2000);
    const { figures, partners } = JSON.parse(JSON.stringify(history.snapshot()));
    expect(figures['latencyMs.p50']).toEqual([null]);
    expect(figures.fillRate).toEqual([null]);
    expect(partners.acme['latencyMs.p50']).toEqual([null]);
    expect(figures['requests.bid']).toEqual([0]);
  });

  test('goes back a quarter of an hour and no further, oldest first', () => {
    const { recorder, history } = machine();
    for (let second = 0; second <= POINTS + 10; second++) {
      history.sample(1000 * (second + 1));
      for (let i = 0; i < second % 7; i++) recorder.auction(TYPICAL_AUCTION);
    }
    const { timesMs, figures } = history.snapshot();
    expect(timesMs.length).toBe(POINTS);
    expect(timesMs.at(0)).toBe(1000 * 12);
    expect(timesMs.at(-1)).toBe(1000 * (POINTS + 11));
    const wanted = timesMs.map((time) => (time / 1000 - 2) % 7);
    expect(figures['requests.bid']).toEqual(wanted);
  });

  test('goes on after a reload with the partners of the new config', () => {
    const { totals, recorder, history } = machine();
    history.sample(1000);
    recorder.auction(TYPICAL_AUCTION);
    history.sample(2000);
    const next = place(layoutOf(['fresh', 'acme']));
    totals.use(next.layout, next.slabs);
    expect(history.sample(3000)).toBeUndefined();
    next.recorder.auction(TYPICAL_AUCTION);
    next.recorder.auction(TYPICAL_AUCTION);
    history.sample(4000);
    const { timesMs, figures, partners } = history.snapshot();
    expect(timesMs).toEqual([2000, 4000]);
    expect(figures['requests.bid']).toEqual([1, 2]);
    expect(Object.keys(partners)).toEqual(['fresh', 'acme']);
    expect(partners.acme?.wins).toEqual([1, 2]);
    expect(partners.fresh?.asked).toEqual([null, 0]);
  });
});
