import { afterAll, afterEach, beforeEach, expect, jest, test } from 'bun:test';
import { cleanUp } from '../../test/process.ts';
import { sharedWorkOf } from '../../test/shared-work.ts';
import { silentLog } from '../observe/log.ts';
import { createTotals } from '../observe/totals.ts';
import { createWorkerMetrics } from '../observe/worker-metrics.ts';
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
