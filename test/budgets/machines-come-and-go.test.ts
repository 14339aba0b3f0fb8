import { afterAll, beforeEach, expect, test } from 'bun:test';
import type { Account } from '../../src/ledger/budgets/account.ts';
import { CLAIM_MS } from '../../src/ledger/budgets/claim-statements.ts';
import type { Database } from '../../src/ledger/database.ts';
import type { Sale } from '../../src/sale/fact.ts';
import { openOwnLedger } from '../ledger/ledger.ts';
import { cleanUp } from '../process.ts';
import { account, FIVE_DOLLARS_CPM, total } from './accounts.ts';
import { claimOf, createWorld, ledgerRow, type Machine, type World } from './world.ts';

afterAll(cleanUp);

let database: Database;
beforeEach(async () => {
  database = await openOwnLedger();
});

const IMPRESSION_MICROS = 5000;

/** Sells and bills as much as the slice has, at most so many. */
async function sell(world: World, machine: Machine, countMax: number): Promise<number> {
  const sales: Sale[] = [];
  while (sales.length < countMax) {
    const sale = world.sell(machine, 0, FIVE_DOLLARS_CPM);
    if (sale === undefined) break;
    sales.push(sale);
  }
  await world.notify('bill', sales);
  return sales.length;
}

/** Both bought from at the same time, and one of them for some minutes without a bill. */
async function twoMachines(impressions: number) {
  const boots = account({ money: total(impressions * IMPRESSION_MICROS) });
  const world = createWorld(database, [boots]);
  const dying = world.startMachine(1);
  const living = world.startMachine(0);
  const secondsOf = async (machines: readonly Machine[], seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      world.advance(1000);
      for (const machine of machines) await world.tick(machine);
    }
  };
  await world.tick(dying);
  await world.tick(living);
  return { boots, world, dying, living, secondsOf };
}

const heldBy = async (boots: Account, machine: Machine) =>
  (await claimOf(database.query, boots, machine)).micros / IMPRESSION_MICROS;

test('what a machine that died had not in its slice was never claimed; what it had comes back six minutes after its last heartbeat, and not before', async () => {
  const { boots, world, dying, living, secondsOf } = await twoMachines(1000);
  const held = await heldBy(boots, dying);
  // An eighth of its share: it may have sold these in its last second.
  expect(held).toBe(Math.floor(1000 / 2 / 8));
  await secondsOf([living], CLAIM_MS / 1000);
  expect(await heldBy(boots, dying)).toBe(held);
  await secondsOf([living], 2);
  expect(await heldBy(boots, dying)).toBe(0);
  const { claimed_micros, claims_micros } = await ledgerRow(database.query, boots);
  expect(claimed_micros).toBe(claims_micros);
  expect(world.sell(living, 0, FIVE_DOLLARS_CPM)).toBeDefined();
});

test('what a machine that died had reserved is free when it cannot be billed any more, minute by minute, also if another dies meanwhile', async () => {
  const { boots, world, dying, living, secondsOf } = await twoMachines(1000);
  const third = world.startMachine(2);
  const everybody = [dying, living, third];
  /** Of the minutes 0, 1 and 3. The world starts with a minute. */
  for (const [minute, count] of [10, 20, 0, 30].entries()) {
    for (let i = 0; i < count; i++) world.sell(dying, 0, FIVE_DOLLARS_CPM);
    await secondsOf(everybody, minute < 3 ? 60 : 10);
  }
  const inSlice = (await heldBy(boots, dying)) - 60;
  await secondsOf([living, third], 60);
  // Minute 4 and ten seconds. The third dies now: its journal may have bills, and nobody waits for it.
  await secondsOf([living], 110);
  expect(await heldBy(boots, dying)).toBe(inSlice + 60);
  const heldAt: number[] = [];
  for (let minute = 6; minute < 10; minute++) {
    await secondsOf([living], 15);
    heldAt.push(await heldBy(boots, dying));
    await secondsOf([living], 45);
  }
  // What was sold in the last minute is not recorded, and is released with what was in the slice.
  expect(heldAt).toEqual([inSlice + 50, inSlice + 30, inSlice + 30, 0]);
});

test('sales that were made after the last record are covered until they cannot be billed any more', async () => {
  const { boots, world, dying, living, secondsOf } = await twoMachines(100);
  await secondsOf([dying, living], 59);
  // The supervisor died, and workers sell on in the last second of their term.
  await secondsOf([living], 44);
  const sales: Sale[] = [];
  for (let sale = sellOne(); sale !== undefined; sale = sellOne()) sales.push(sale);
  expect(sales.length).toBe(await heldBy(boots, dying));
  expect(sales.length).toBeGreaterThan(0);
  let sold = 0;
  for (let second = 0; second < 299; second++) {
    await secondsOf([living], 1);
    sold += await sell(world, living, 100);
  }
  expect(sold).toBe(100 - sales.length);
  await world.notify('bill', sales);
  for (let second = 0; second < 90; second++) {
    await secondsOf([living], 1);
    sold += await sell(world, living, 100);
  }
  expect(sold).toBe(100 - sales.length);

  function sellOne(): Sale | undefined {
    return world.sell(dying, 0, FIVE_DOLLARS_CPM);
  }
});

test('a machine that was taken for dead and comes back keeps within what is still claimed for it', async () => {
  const { boots, world, dying, living, secondsOf } = await twoMachines(100);
  for (let i = 0; i < 4; i++) world.sell(dying, 0, FIVE_DOLLARS_CPM);
  await secondsOf([dying, living], 120);
  await secondsOf([living], 300);
  let sold = 4;
  for (let second = 0; second < 60; second++) {
    await secondsOf([dying, living], 1);
    sold += await sell(world, living, 100);
    sold += await sell(world, dying, 100);
  }
  // The four were never billed.
  expect(sold).toBe(104);
  expect((await ledgerRow(database.query, boots)).spent_total_nanos).toBe(100 * 5_000_000);
});

test.each([
  ['most of its budget left', 1000],
  ['little of its budget left', 30],
])(
  'a machine that joins a running campaign with %s sells at once, and the others go on',
  async (_, impressionsLeft) => {
    const sold = 200;
    const boots = account({ money: total((sold + impressionsLeft) * IMPRESSION_MICROS) });
    const world = createWorld(database, [boots]);
    const first = world.startMachine(0);
    for (let count = 0; count < sold; ) {
      await world.tick(first);
      count += await sell(world, first, Math.min(5, sold - count));
      world.advance(1000);
    }
    const second = world.startMachine(1);
    const sales = { first: 0, second: 0 };
    for (let time = 0; time < 10; time++) {
      await world.tick(first);
      await world.tick(second);
      sales.first += await sell(world, first, 1);
      sales.second += await sell(world, second, 1);
      world.advance(1000);
    }
    expect(sales.first).toBe(10);
    expect(sales.second).toBeGreaterThanOrEqual(8);
  },
);
