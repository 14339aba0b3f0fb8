import { afterAll, expect, test } from 'bun:test';
import { cleanUp, temporaryFolder } from '../../test/process.ts';
import { ConfigFault, loadConfig } from '../config/config.ts';
import { completeSetup } from '../config/setup.ts';
import { silentLog } from '../observe/log.ts';
import { startServices } from './machine-services.ts';
import { createState } from './machine-state.ts';

afterAll(cleanUp);

test('a shutdown drains the last bills, then returns the budget, then closes the database', async () => {
  const env = { HOST: '127.0.0.1', PORT: '0', PARLEY_DATA_DIR: temporaryFolder() };
  const setup = completeSetup(loadConfig(env, '/nonexistent'));
  if (setup instanceof ConfigFault) throw new Error(setup.message);
  const state = createState(setup, crypto.randomUUID());
  const started: (() => unknown)[] = [];
  const services = await startServices({
    state,
    live: { slots: new Set(), journals: new Set() },
    closers: { add: (close) => void started.push(close), closeAll: async () => {} },
    log: silentLog,
    newId: () => crypto.randomUUID(),
    nowMs: Date.now,
    renewMemory: () => {},
  });
  if ('reason' in services) throw new Error(services.reason);
  const { ledger, budgets, leases, metrics, store } = services;
  const inOrder = started.reverse();
  try {
    expect(inOrder).toEqual([
      leases.close,
      store.stop,
      ledger.finish,
      budgets.stop,
      ledger.close,
      metrics.stop,
      // The lock of the data folder.
      expect.any(Function),
    ]);
  } finally {
    for (const close of inOrder) await close();
    state.work.remove();
    await state.catalog?.stop();
  }
});
