import { expect, test } from 'bun:test';
import { machineFigures } from '../../../test/machine-figures.ts';
import { TYPICAL_AUCTION } from '../../../test/metrics.ts';
import type { LiveEvent } from '../../console/api.ts';
import { createHistory, POINTS } from '../../observe/history.ts';
import { liveAnswer, pointsOf } from './live.ts';
import type { AdminApiSources } from './sources.ts';

function liveMachine() {
  const figures = machineFigures();
  const ticks = new Set<() => void>();
  const live = liveAnswer({
    metrics: {
      history: figures.history,
      onSecond(listen: () => void) {
        ticks.add(listen);
        return () => ticks.delete(listen);
      },
    },
    health: { troubles: () => [] },
    // Nothing else is used for the live figures.
  } as unknown as AdminApiSources);
  const second = () => {
    figures.look();
    for (const tick of ticks) tick();
  };
  return { ...figures, live, ticks, second };
}

test('a point has the requests of its second by outcome', () => {
  const { metrics, history, look } = machineFigures();
  const refuse = (code: string) => metrics.refused({ code, field: undefined, scope: 'ip' });
  metrics.auction(TYPICAL_AUCTION);
  for (let i = 0; i < 2; i++) metrics.auction({ ...TYPICAL_AUCTION, noBidReason: 'no-demand' });
  for (let i = 0; i < 3; i++) refuse('INVALID_FIELD_VALUE');
  for (let i = 0; i < 4; i++) refuse('RATE_LIMIT_EXCEEDED');
  for (let i = 0; i < 5; i++) refuse('INTERNAL_ERROR');
  for (let i = 0; i < 6; i++) refuse('SERVICE_UNAVAILABLE');
  look();
  const [point] = pointsOf(history.points(POINTS));
  expect(point).toMatchObject({
    atMs: 2000,
    requestsPerSec: 21,
    bidsPerSec: 1,
    noBidsPerSec: 2,
    refusedPerSec: 7,
    failedPerSec: 11,
  });
  expect(point?.p50Ms).toBeCloseTo(31.5, -1);
});

test('rates have four decimals, and a second without requests has no latency', () => {
  const { metrics, totals } = machineFigures();
  const history = createHistory(totals);
  history.sample(0);
  metrics.auction(TYPICAL_AUCTION);
  history.sample(3000);
  history.sample(4000);
  const [first, second] = pointsOf(history.points(POINTS));
  expect(first?.requestsPerSec).toBe(0.3333);
  expect(second).toMatchObject({ requestsPerSec: 0, p50Ms: null, p95Ms: null, p99Ms: null });
});

test('a listener gets the history, then a tick each second until it leaves', () => {
  const { metrics, live, second, ticks } = liveMachine();
  metrics.auction(TYPICAL_AUCTION);
  second();
  const [first, other]: [LiveEvent[], LiveEvent[]] = [[], []];
  const leave = live((event) => first.push(event));
  const leaveToo = live((event) => other.push(event));
  expect(first).toMatchObject([{ kind: 'history', points: [{ atMs: 2000 }] }]);
  expect(first[0]?.funnel[0]).toMatchObject({ stage: 'received', count: 1 });
  expect(ticks.size).toBe(1);
  second();
  leave();
  second();
  expect(first.map(({ kind }) => kind)).toEqual(['history', 'tick']);
  expect(other.slice(1)).toMatchObject([
    { kind: 'tick', point: { atMs: 3000 } },
    { kind: 'tick', point: { atMs: 4000 } },
  ]);
  leaveToo();
  expect(ticks.size).toBe(0);
});

test('a second without a new point is not told again', () => {
  const { live, second, ticks } = liveMachine();
  const events: LiveEvent[] = [];
  live((event) => events.push(event));
  expect(events).toMatchObject([{ kind: 'history', points: [] }]);
  for (const tick of ticks) tick();
  expect(events).toHaveLength(1);
  second();
  for (const tick of ticks) tick();
  expect(events).toHaveLength(2);
});

test('before the first figures there is no funnel, and nothing is wrong', () => {
  const { totals } = machineFigures();
  const events: LiveEvent[] = [];
  liveAnswer({
    metrics: { history: createHistory(totals), onSecond: () => () => {} },
  } as unknown as AdminApiSources)((event) => events.push(event));
  expect(events).toEqual([{ kind: 'history', points: [], funnel: [], troubles: [] }]);
});
