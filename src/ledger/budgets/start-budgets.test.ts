import { expect, test } from 'bun:test';
import { account, FIVE_DOLLARS_CPM, total } from '../../../test/budgets/accounts.ts';
import { createLog } from '../../observe/log.ts';
import { sliceBytes } from './slice-memory.ts';
import { startBudgets } from './start-budgets.ts';
import { createWorkerSlices } from './worker-slices.ts';

const never = () => new Promise<never>(() => {});

test('a database that hangs holds up neither the start nor, for long, the end', async () => {
  const accounts = [account({ money: total(1e9) })];
  const memory = { buffer: new ArrayBuffer(sliceBytes(accounts)), byteOffset: 0 };
  const asked = Promise.withResolvers<void>();
  const query = () => {
    asked.resolve();
    return never();
  };
  const hanging = { query, transaction: never, close: never, caughtUpMs: Date.now };
  const budgets = startBudgets({
    ...{ database: () => hanging, machineTag: 0, newId: () => 'id', nowMs: Date.now },
    log: createLog('silent'),
  });
  const startMs = performance.now();
  budgets.use({ accounts, memory });
  expect(performance.now() - startMs).toBeLessThan(500);
  expect(createWorkerSlices(accounts, memory).canPay(0, FIVE_DOLLARS_CPM, Date.now())).toBeFalse();
  await asked.promise;
  await budgets.stop();
  expect(performance.now() - startMs).toBeLessThan(8000);
}, 15_000);
