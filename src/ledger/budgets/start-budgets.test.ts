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

/** Budgets on a database that answers nothing before it is asked to fail. It has counted no traffic. */
function startOn(
  transaction: () => Promise<never>,
  query: () => Promise<never[]> = async () => [],
) {
  const accounts = [account({ money: total(1e9) })];
  const memory = { buffer: new ArrayBuffer(sliceBytes(accounts)), byteOffset: 0 };
  const hanging = {
    kind: 'postgres' as const,
    query,
    transaction,
    close: never,
    caughtUpMs: Date.now,
  };
  const budgets = startBudgets({
    database: () => hanging,
    machineTag: 0,
    newId: () => 'id',
    nowMs: Date.now,
    heartbeat: heartbeatOf('id', Date.now),
    log: createLog('silent'),
  });
  budgets.use({ accounts, memory });
  const canPay = () => createWorkerSlices(accounts, memory).canPay(0, FIVE_DOLLARS_CPM, Date.now());
  return { budgets, canPay };
}

test('a database that hangs does not delay the start, and delays the stop for a bounded time', async () => {
  stopTime();
  const startMs = Date.now();
  let asked = 0;
  const { budgets, canPay } = startOn(() => {
    asked++;
    return never();
  });
  expect(canPay()).toBeFalse();
  while (asked === 0) await passTime(1);
  // Before the first of the regular ticks, which come every second.
  expect(Date.now() - startMs).toBeLessThan(900);
  const stopped = budgets.stop();
  await passTime(8000);
  await stopped;
});

test('the ticks that a slow answer delayed are not made up for', async () => {
  stopTime();
  let asked = 0;
  const gate = Promise.withResolvers<never>();
  const { budgets } = startOn(() => {
    asked++;
    return gate.promise;
  });
  while (asked === 0) await passTime(1);
  for (let second = 0; second < 10; second++) await passTime(1000);
  expect(asked).toBe(1);
  gate.reject(new Error('gone'));
  await passTime(1);
  // The one that waited, and no other before the next second.
  expect(asked).toBe(2);
  await passTime(1000);
  expect(asked).toBe(3);
  await budgets.stop();
});

test.each([
  ['cannot be read', () => Promise.reject(new Error('it takes too long')), 900],
  ['takes long to read', never, 3900],
])(
  'where the traffic of the last days %s, budgets are checked all the same',
  async (_, query, withinMs) => {
    stopTime();
    const startMs = Date.now();
    let asked = 0;
    const transaction = () => {
      asked++;
      return Promise.reject(new Error('gone'));
    };
    const { budgets } = startOn(transaction, query);
    while (asked === 0) await passTime(50);
    expect(Date.now() - startMs).toBeLessThan(withinMs);
    const before = asked;
    for (let second = 0; second < 3; second++) await passTime(1000);
    expect(asked - before).toBeGreaterThanOrEqual(3);
    await budgets.stop();
  },
);

test('campaigns are known by their key, as they were assigned last', async () => {
  stopTime();
  const { budgets } = startOn(never);
  expect(budgets.accountOf('house/boots')).toMatchObject({ budget: { money: total(1e9) } });
  expect(budgets.accountOf('house/hats')).toBeUndefined();
  const hats = account({ money: total(5) }, { campaign: 'hats' });
  budgets.assign([{ index: 1, account: hats }]);
  expect(budgets.accountOf('house/hats')).toBe(hats);
  const raised = account({ money: total(6) }, { campaign: 'hats' });
  budgets.assign([{ index: 1, account: raised }]);
  expect(budgets.accountOf('house/hats')).toBe(raised);
  // After a reload without them, one that the setup had is known; one that was assigned is not its to remember.
  expect(budgets.removedAccountOf('house/boots')).toBeUndefined();
  budgets.use({ accounts: [], memory: { buffer: new ArrayBuffer(sliceBytes([])), byteOffset: 0 } });
  expect(budgets.accountOf('house/boots')).toBeUndefined();
  expect(budgets.removedAccountOf('house/boots')).toMatchObject({ budget: { money: total(1e9) } });
  expect(budgets.removedAccountOf('house/hats')).toBeUndefined();
  const stopped = budgets.stop();
  await passTime(8000);
  await stopped;
});

test('of the campaigns that setups have lost, the last 10,000 are remembered', async () => {
  stopTime();
  const { budgets } = startOn(never);
  const lost = Array.from({ length: 10_001 }, (_, index) =>
    account(undefined, { campaign: `lost-${index}` }),
  );
  for (const accounts of [lost, []]) {
    const memory = { buffer: new ArrayBuffer(sliceBytes(accounts)), byteOffset: 0 };
    budgets.use({ accounts, memory });
  }
  // The one of the setup before was the first.
  const isKnown = ['boots', 'lost-0', 'lost-1', 'lost-10000'].map(
    (campaign) => budgets.removedAccountOf(`house/${campaign}`) !== undefined,
  );
  expect(isKnown).toEqual([false, false, true, true]);
  const stopped = budgets.stop();
  await passTime(8000);
  await stopped;
});

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
