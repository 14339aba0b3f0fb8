import { afterEach, expect, test } from 'bun:test';
import { account, FIVE_DOLLARS_CPM, total } from '../../../test/budgets/accounts.ts';
import { heartbeatOf } from '../../../test/budgets/world.ts';
import { letTimeRun, passTime, stopTime } from '../../../test/stopped-time.ts';
import { createLog } from '../../observe/log.ts';
import { sliceBytes } from './slice-memory.ts';
import { startBudgets } from './start-budgets.ts';
import { createWorkerSlices } from './worker-slices.ts';

afterEach(letTimeRun);

const never = () => new Promise<never>(() => {});

test('a database that hangs does not delay the start, and delays the stop for a bounded time', async () => {
  stopTime();
  const accounts = [account({ money: total(1e9) })];
  const memory = { buffer: new ArrayBuffer(sliceBytes(accounts)), byteOffset: 0 };
  const startMs = Date.now();
  let asked = 0;
  const query = () => {
    asked++;
    return never();
  };
  const hanging = {
    kind: 'postgres' as const,
    query,
    transaction: query,
    close: never,
    caughtUpMs: Date.now,
  };
  const budgets = startBudgets({
    ...{ database: () => hanging, machineTag: 0, newId: () => 'id', nowMs: Date.now },
    ...{ heartbeat: heartbeatOf('id', Date.now), log: createLog('silent') },
  });
  budgets.use({ accounts, memory });
  expect(createWorkerSlices(accounts, memory).canPay(0, FIVE_DOLLARS_CPM, Date.now())).toBeFalse();
  while (asked === 0) await passTime(1);
  // Before the first of the regular ticks, which come every second.
  expect(Date.now() - startMs).toBeLessThan(900);
  const stopped = budgets.stop();
  await passTime(8000);
  await stopped;
}, 120_000);
