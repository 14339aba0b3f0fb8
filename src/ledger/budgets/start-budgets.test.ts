import { expect, test } from 'bun:test';
import { account, FIVE_DOLLARS_CPM, total } from '../../../test/budgets/accounts.ts';
import { createLog } from '../../observe/log.ts';
import { createPurses, pursesBytes } from './purses.ts';
import { startBudgets } from './start-budgets.ts';

const never = () => new Promise<never>(() => {});

test('a database that hangs holds up neither the start nor, for long, the end', async () => {
  const accounts = [account({ money: total(1e9) })];
  const purses = { buffer: new ArrayBuffer(pursesBytes(accounts)), byteOffset: 0 };
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
  await budgets.use({ accounts, purses });
  expect(performance.now() - startMs).toBeLessThan(500);
  expect(createPurses(accounts, purses).canPay(0, FIVE_DOLLARS_CPM, Date.now())).toBeFalse();
  await asked.promise;
  await budgets.stop();
  expect(performance.now() - startMs).toBeLessThan(8000);
}, 15_000);
