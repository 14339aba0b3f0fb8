import { afterEach, expect, test } from 'bun:test';
import { account, total } from '../../../test/budgets/accounts.ts';
import { heartbeatOf } from '../../../test/budgets/world.ts';
import { letTimeRun, passTime, stopTime } from '../../../test/stopped-time.ts';
import { createLog } from '../../observe/log.ts';
import { sliceBytes } from './slice-memory.ts';
import { startBudgets } from './start-budgets.ts';

afterEach(letTimeRun);

const never = () => new Promise<never>(() => {});

test('a reload while the traffic is read leaves no claims to campaigns of before', async () => {
  stopTime();
  const traffic = Promise.withResolvers<never[]>();
  const claiming = new Set<unknown>();
  let asked = 0;
  let ids = 0;
  const budgets = startBudgets({
    database: () => ({
      kind: 'sqlite',
      query: () => {
        asked++;
        return traffic.promise;
      },
      transaction: (work) =>
        work(async (text, [machine] = []) => {
          if (text.startsWith('insert into budget_machines')) claiming.add(machine);
          return [];
        }),
      close: never,
      caughtUpMs: Date.now,
    }),
    machineTag: 0,
    newId: () => `allocator-${++ids}`,
    nowMs: Date.now,
    heartbeat: heartbeatOf('id', Date.now),
    log: createLog('silent'),
  });
  const accounts = [account({ money: total(1e9) })];
  const use = () =>
    budgets.use({
      accounts,
      memory: { buffer: new ArrayBuffer(sliceBytes(accounts)), byteOffset: 0 },
    });
  use();
  while (asked === 0) await passTime(50);
  use();
  traffic.resolve([]);
  for (let second = 0; second < 3; second++) await passTime(1000);
  expect([...claiming]).toEqual(['allocator-2']);
  await budgets.stop();
});
