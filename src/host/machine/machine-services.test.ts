import { afterAll, expect, test } from 'bun:test';
import { cleanUp, temporaryFolder } from '../../../test/process.ts';
import { createRuntime } from '../../lib/runtime.ts';
import { ConfigFault, loadConfig } from '../config/config.ts';
import { completeSetup } from '../config/setup.ts';
import { silentLog } from '../observe/log.ts';
import { createTotals } from '../observe/totals.ts';
import { startServices } from './machine-services.ts';
import { createState } from './machine-state.ts';
import { createPool } from './pool.ts';
import { createSlots } from './slots.ts';

afterAll(cleanUp);

test('a shutdown drains the last bills, then returns the budget, then closes the database', async () => {
  const env = { HOST: '127.0.0.1', PORT: '0', PARLEY_DATA_DIR: temporaryFolder() };
  const setup = completeSetup(loadConfig(env, '/nonexistent'));
  if (setup instanceof ConfigFault) throw new Error(setup.message);
  const state = createState(setup, crypto.randomUUID());
  if ('reason' in state) throw new Error(state.reason);
  const started: (() => unknown)[] = [];
  const runtime = createRuntime(silentLog);
  const { assignment, memory } = state.work;
  const slots = createSlots(assignment.workers, runtime.newId);
  const pool = createPool({
    ...runtime,
    slots,
    port: state.port,
    assignment,
    offers: {},
    onReplaced() {},
  });
  const totals = createTotals({
    layout: memory.metrics,
    slabs: memory.slabs(),
    isLive: () => false,
  });
  const closers = { defer: (close: () => unknown) => void started.push(close) };
  const services = await startServices(
    { state, slots, pool, totals, offers: {}, closers },
    runtime,
  );
  if ('reason' in services) throw new Error(services.reason);
  const { ledger, budgets, fleet, metrics, feed } = services;
  const inOrder = started.reverse();
  try {
    expect(inOrder).toEqual([
      fleet.close,
      feed.stop,
      metrics.stop,
      ledger.finish,
      budgets.stop,
      ledger.close,
    ]);
  } finally {
    for (const close of inOrder) await close();
    await state.stop();
  }
});
