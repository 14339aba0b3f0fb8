import { afterAll, afterEach, beforeEach, expect, jest, test } from 'bun:test';
import { TYPICAL_AUCTION } from '../../test/metrics.ts';
import { cleanUp } from '../../test/process.ts';
import { sharedWorkOf } from '../../test/shared-work.ts';
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
