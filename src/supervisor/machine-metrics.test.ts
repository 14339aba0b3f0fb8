import { afterAll, afterEach, beforeEach, expect, jest, test } from 'bun:test';
import { TYPICAL_AUCTION } from '../../test/metrics.ts';
import { cleanUp } from '../../test/process.ts';
import { sharedWorkOf } from '../../test/shared-work.ts';
import { copyCounts, mapCounts } from '../limits/frequency/count-memory.ts';
import { firstProbe } from '../limits/window-table.ts';
import { silentLog } from '../observe/log.ts';
import { createTotals } from '../observe/totals.ts';
import { createWorkerMetrics } from '../observe/worker-metrics.ts';
import { NO_ACCESS, type StoredPartner } from '../store/stored-account.ts';
import type { Work } from '../worker/work.ts';
import { startMachineMetrics } from './machine-metrics.ts';
import type { SharedWork } from './shared-files.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());
afterAll(cleanUp);

const workOf = (...names: readonly string[]) =>
  sharedWorkOf(names.map((name) => ({ name, kind: 'openrtb', url: 'https://dsp.example' })));

const workerOf = ({ plan, memory }: Work) => createWorkerMetrics(plan.layout, memory.slab(0), 0);

const WELL = {
  bytes: 0,
  oldestMs: 0,
  reason: undefined,
  advice: undefined,
  refusedCalls: 0,
  unknownEntries: 0,
  isDatabaseUp: true,
  outboxRows: 0,
};

function start(work: SharedWork, health = WELL) {
  const logged: string[] = [];
  const note = (facts: object, message: string) =>
    void logged.push(`${JSON.stringify(facts)} ${message}`);
  let nowMs = 0;
  const machine = startMachineMetrics(work, {
    totals: createTotals({
      layout: work.plan.layout,
      slabs: work.memory.slabs(),
      isLive: () => true,
    }),
    pool: { pids: () => [1, 2] },
    ledger: { health: () => health },
    nowMs: () => nowMs,
    log: { ...silentLog, info: note, warn: note },
  });
  const second = () => {
    nowMs += 1000;
    jest.advanceTimersByTime(1000);
  };
  const lines = () => machine.metrics().split('\n');
  return { ...machine, logged, second, lines };
}

test('the counts of the workers are the counts of the machine, also after a reload', () => {
  const work = workOf('acme');
  const { use, lines, stop } = start(work);
  workerOf(work).auction(TYPICAL_AUCTION);
  expect(lines()).toContain('parley_partner_wins_total{partner="acme"} 1');
  const next = workOf('acme', 'zenith');
  use(next);
  workerOf(next).auction(TYPICAL_AUCTION);
  expect(lines()).toContain('parley_partner_wins_total{partner="acme"} 2');
  expect(lines()).toContain('parley_partner_asked_total{partner="zenith"} 1');
  stop();
});

test('a pause is a gauge of its partner from the next second on', () => {
  const [work, next] = [workOf('acme', 'zenith'), workOf('fresh', 'acme')];
  const { use, second, lines, stop } = start(work);
  work.memory.pauses[1] = 1;
  second();
  expect(lines()).toContain('parley_partner_paused{partner="acme"} 0');
  expect(lines()).toContain('parley_partner_paused{partner="zenith"} 1');
  use(next);
  next.memory.pauses[1] = 1;
  second();
  expect(lines()).toContain('parley_partner_paused{partner="fresh"} 0');
  expect(lines()).toContain('parley_partner_paused{partner="acme"} 1');
  stop();
});

test('a partner of the store has its pause as a gauge, and one that was removed has none', () => {
  const work = workOf('acme');
  const { second, lines, stop } = start(work);
  const stored = (state: StoredPartner['state']): StoredPartner => ({
    id: 'dsp',
    state,
    definition: { name: 'dsp', kind: 'openrtb', url: 'https://dsp.example' },
    access: NO_ACCESS,
    revision: 1,
    createdMs: 1,
    createdRevision: 1,
    changedMs: 1,
    changedBy: 'ann',
  });
  const gauge = () => lines().filter((line) => /^parley_partner_paused.*"dsp"/.test(line));
  work.partners.linesOf([stored('paused')]);
  second();
  expect(gauge()).toEqual(['parley_partner_paused{partner="dsp"} 1']);
  work.partners.linesOf([stored('deleted')]);
  second();
  expect(gauge()).toEqual([]);
  stop();
});

test('the gauges of the pool and the ledger follow them every second', () => {
  const health = { ...WELL, bytes: 77, oldestMs: 2500, outboxRows: 5 };
  const { second, lines, stop } = start(workOf('acme'), health);
  second();
  for (const line of [
    'parley_workers 2',
    'parley_outbox_rows 5',
    'parley_journal_bytes 77',
    'parley_ledger_lag_seconds 2.5',
    'parley_database_up 1',
  ]) {
    expect(lines()).toContain(line);
  }
  health.isDatabaseUp = false;
  second();
  expect(lines()).toContain('parley_database_up 0');
  stop();
});

test('the supervisor reports its own memory', () => {
  const { second, lines, stop } = start(workOf('acme'));
  second();
  const [line = ''] = lines().filter((one) => /^parley_resident_memory.*supervisor/.test(one));
  expect(Number(line.split(' ')[1])).toBeGreaterThan(1e6);
  expect(lines().some((one) => /^parley_event_loop_delay.*supervisor/.test(one))).toBe(true);
  stop();
});

test('a breaker that opens is logged, and again when it closes, each once', () => {
  const work = workOf('acme', 'zenith');
  const { logged, second, stop } = start(work);
  const worker = workerOf(work);
  worker.breaker('zenith', 'closed');
  for (const state of ['closed', 'open', 'open', 'half-open', 'open', 'closed'] as const) {
    worker.breaker('acme', state);
    second();
  }
  expect(logged).toEqual([
    '{"partner":"acme"} a partner fails: its breaker is open and it is not asked',
    '{"partner":"acme"} a partner answers again',
  ]);
  stop();
});

test('a listener hears of every second with its figures, until it leaves', () => {
  const work = workOf('acme');
  const { history, onSecond, second, stop } = start(work);
  const heard: (number | undefined)[] = [];
  const leave = onSecond(() => heard.push(history.points(1)[0]?.timeMs));
  second();
  second();
  leave();
  second();
  expect(heard).toEqual([1000, 2000]);
  stop();
  second();
  expect(history.points(1)[0]?.timeMs).toBe(3000);
});

/** More than fit, as all of them have to lie in the same buckets of the half million. */
function crowdedNames(): readonly number[] {
  const names: number[] = [];
  for (let name = 1; names.length < 40; name++) {
    if (firstProbe(name) % 2 ** 19 === 0) names.push(name);
  }
  return names;
}

test('counts of frequency caps that are forgotten for want of room are counted, also after a reload', () => {
  const [work, next] = [workOf('acme'), workOf('acme')];
  const { use, second, lines, stop } = start(work);
  const counts = mapCounts(work.memory.frequency);
  for (const name of crowdedNames()) {
    counts.count({ name, windowSec: 3600 }, { atSec: 1_800_000_000, nowSec: 1_800_000_000 });
  }
  second();
  expect(lines()).toContain('parley_frequency_forgotten_total 8');
  copyCounts(work.memory.frequency, next.memory.frequency);
  use(next);
  second();
  expect(lines()).toContain('parley_frequency_forgotten_total 8');
  stop();
});
