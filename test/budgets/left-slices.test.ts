import { afterAll, beforeEach, expect, test } from 'bun:test';
import { keyOf } from '../../src/ledger/budgets/account.ts';
import { createReleaseLeft, type LeftSlices } from '../../src/ledger/budgets/left-slices.ts';
import { RESERVATION_MS } from '../../src/ledger/budgets/slice-memory.ts';
import type { Database } from '../../src/ledger/database.ts';
import { createLog } from '../../src/observe/log.ts';
import type { Sale } from '../../src/sale/fact.ts';
import { openOwnLedger } from '../ledger/ledger.ts';
import { cleanUp } from '../process.ts';
import { account, FIVE_DOLLARS_CPM, total } from './accounts.ts';
import { claimOf, createWorld, ledgerRow, START_MS } from './world.ts';

afterAll(cleanUp);

let database: Database;
beforeEach(async () => {
  database = await openOwnLedger();
});

const IMPRESSION_MICROS = 5000;
const SOLD = 7;
const silent = createLog('silent');

/** Two machines, one of which has sold some impressions and is killed, with a slice. */
async function killOne(impressions: number) {
  const boots = account({ money: total(impressions * IMPRESSION_MICROS) });
  const world = createWorld(database, [boots]);
  const [killed, living] = [world.startMachine(0), world.startMachine(1)];
  for (const machine of [killed, living]) await world.tick(machine);
  const sellOne = () => world.sell(killed, 0, FIVE_DOLLARS_CPM);
  const sales = Array.from({ length: SOLD }, sellOne);
  await world.tick(killed);
  const heldBy = async (machine: typeof killed) =>
    (await claimOf(database.query, boots, machine)).micros / IMPRESSION_MICROS;
  return { boots, world, killed, living, sellOne, sales: sales as readonly Sale[], heldBy };
}

test('what was not sold is free at once, and what was sold when it cannot be billed any more', async () => {
  const { boots, world, killed, living, heldBy } = await killOne(1000);
  expect(await heldBy(killed)).toBeGreaterThan(SOLD);
  world.advance(60_000);
  await world.returnUnsold(killed);
  expect(await heldBy(killed)).toBe(SOLD);
  const { claimed_micros, claims_micros } = await ledgerRow(database.query, boots);
  expect(claimed_micros).toBe(claims_micros);
  // It sold in the first minute of the world: to its end, the time for a bill, and ten seconds for clocks.
  world.advance(RESERVATION_MS);
  await world.tick(living);
  expect(await heldBy(killed)).toBe(SOLD);
  world.advance(10_000);
  await world.tick(living);
  expect(await heldBy(killed)).toBe(0);
});

test('of more campaigns than one transaction takes, all are returned, and the files are needed until the last', async () => {
  const accounts = Array.from({ length: 501 }, (_, index) =>
    account({ money: total(1000 * IMPRESSION_MICROS) }, { campaign: `c${index}` }),
  );
  const world = createWorld(database, accounts);
  const killed = world.startMachine(0);
  for (let tick = 0; tick < 2; tick++) await world.tick(killed);
  const keys = accounts.map((one, index) => [keyOf(one), killed.slices.byteAt(index)] as const);
  const index = { ledger: '', allocatorId: killed.id, byteOf: new Map(keys) };
  let removed = 0;
  const left: LeftSlices = { index, memory: killed.memory, remove: () => void removed++ };
  const release = createReleaseLeft(() => left, silent);
  const claimed = async () => {
    const rows = await database.query('select campaign from budget_claims where micros > 0');
    return rows.length;
  };
  expect(await claimed()).toBe(501);
  await release(database, world.nowMs());
  expect([await claimed(), removed]).toEqual([1, 0]);
  await release(database, world.nowMs());
  expect([await claimed(), removed]).toEqual([0, 1]);
});

test('a worker that has outlived its supervisor sells nothing from slices that are returned', async () => {
  const { world, killed, sellOne, heldBy } = await killOne(1000);
  expect(sellOne()).toBeDefined();
  await world.returnUnsold(killed);
  expect(sellOne()).toBeUndefined();
  expect(await heldBy(killed)).toBe(SOLD + 1);
});

test('what is returned twice, or after others have released it, changes nothing', async () => {
  const { boots, world, killed, living, heldBy } = await killOne(1000);
  await world.returnUnsold(killed);
  const once = await ledgerRow(database.query, boots);
  await world.returnUnsold(killed);
  expect(await ledgerRow(database.query, boots)).toEqual(once);
  for (let minute = 0; minute < 8; minute++) {
    world.advance(60_000);
    await world.tick(living);
  }
  expect(await heldBy(killed)).toBe(0);
  const released = await ledgerRow(database.query, boots);
  await world.returnUnsold(killed);
  expect(await ledgerRow(database.query, boots)).toEqual(released);
});

test('a database that fails is asked again, and the files are needed until it has answered', async () => {
  const { boots, world, killed, heldBy } = await killOne(1000);
  let removed = 0;
  let looked = 0;
  const left: LeftSlices = {
    index: {
      ledger: '',
      allocatorId: killed.id,
      // The second begins behind the end of the memory, as no index of this version says.
      byteOf: new Map([
        [keyOf(boots), killed.slices.byteAt(0)],
        ['own/other', 1e9],
      ]),
    },
    memory: killed.memory,
    remove: () => void removed++,
  };
  const release = createReleaseLeft(() => (looked++ === 0 ? left : undefined), silent);
  const failing = {
    ...database,
    transaction: () => Promise.reject(new Error('the connection was lost')),
  };
  await expect(release(failing, world.nowMs())).rejects.toThrow('the connection was lost');
  expect([removed, looked]).toEqual([0, 1]);
  await release(database, START_MS);
  expect([removed, looked]).toEqual([1, 1]);
  expect(await heldBy(killed)).toBe(SOLD);
  await release(database, START_MS);
  // Then once in a while.
  for (let call = 0; call < 2; call++) await release(database, START_MS);
  expect(looked).toBe(2);
  await release(database, START_MS);
  expect(looked).toBe(3);
});
