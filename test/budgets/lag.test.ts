import { afterAll, beforeEach, expect, test } from 'bun:test';
import { settleFacts } from '../../src/ledger/budgets/settle-facts.ts';
import type { Database } from '../../src/ledger/database.ts';
import { DAY_MS } from '../../src/lib/day.ts';
import type { Sale } from '../../src/sale/fact.ts';
import { openOwnLedger } from '../ledger/ledger.ts';
import { cleanUp } from '../process.ts';
import { account, daily, FIVE_DOLLARS_CPM, total } from './accounts.ts';
import {
  createWorld,
  factOf,
  type Machine,
  NOTHING_KNOWN,
  START_MS,
  saleOf,
  type World,
} from './world.ts';

afterAll(cleanUp);

let database: Database;
beforeEach(async () => {
  database = await openOwnLedger();
});

function sellOut(world: World, machine: Machine): readonly Sale[] {
  const sales: Sale[] = [];
  for (;;) {
    const sale = world.sell(machine, 0, FIVE_DOLLARS_CPM);
    if (sale === undefined) return sales;
    sales.push(sale);
  }
}

async function tickFor(world: World, machines: readonly Machine[], seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 10) {
    world.advance(10_000);
    for (const machine of machines) await world.tick(machine);
  }
}

test('a budget is sold once, however long its bills lie in a journal', async () => {
  const boots = account({ money: total(100_000) });
  const world = createWorld(database, [boots]);
  const machine = world.startMachine(0);
  await world.tick(machine);
  world.lag(0);
  let sold = 0;
  for (let second = 0; second < 1800; second += 5) {
    await world.tick(machine);
    const sales = sellOut(world, machine);
    await world.notify('bill', sales);
    sold += sales.length;
    world.advance(5000);
  }
  expect(sold).toBeGreaterThan(0);
  await world.drain(0);
  for (let second = 0; second < 600; second++) {
    await world.tick(machine);
    const sales = sellOut(world, machine);
    await world.notify('bill', sales);
    sold += sales.length;
    world.advance(1000);
  }
  expect(sold).toBe(20);
});

test('nothing is sold while the ledger is more than 45 seconds behind, and again when it is not', async () => {
  const world = createWorld(database, [account({ money: total(1e9) })]);
  const machine = world.startMachine(0);
  await world.tick(machine);
  world.lag(0);
  await tickFor(world, [machine], 40);
  expect(sellOut(world, machine).length).toBeGreaterThan(0);
  await tickFor(world, [machine], 60);
  expect(machine.workerSlices.canPay(0, FIVE_DOLLARS_CPM, world.nowMs())).toBeFalse();
  await world.drain(0);
  await world.tick(machine);
  expect(sellOut(world, machine).length).toBeGreaterThan(0);
});

test('reservations are kept until every machine that is heard of has caught up', async () => {
  const world = createWorld(database, [account({ money: total(15_000) })]);
  const seller = world.startMachine(0);
  const other = world.startMachine(1);
  await world.tick(seller);
  expect(sellOut(world, seller)).toHaveLength(3);
  world.lag(1);
  await tickFor(world, [other, seller], 400);
  expect(seller.slices.holdings(0).reserved.micros).toBe(15_000);
  await world.drain(1);
  await tickFor(world, [other, seller], 10);
  expect(seller.slices.holdings(0).reserved.micros).toBe(0);
});

test('the claims of an allocator that has closed stay claimed while the drain is behind', async () => {
  const world = createWorld(database, [account({ money: total(15_000) })]);
  const first = world.startMachine(0);
  await world.tick(first);
  const sales = sellOut(world, first);
  world.lag(0);
  await world.notify('bill', sales);
  await first.allocator.close(world.nowMs());
  const second = world.startMachine(0);
  await tickFor(world, [second], 900);
  expect(sellOut(world, second)).toEqual([]);
  await world.drain(0);
  await tickFor(world, [second], 900);
  expect(sellOut(world, second)).toEqual([]);
});

test('a machine that died does not keep the others from selling', async () => {
  const world = createWorld(database, [account({ money: total(1e9) })]);
  const living = world.startMachine(0);
  await world.tick(world.startMachine(1));
  for (let round = 0; round < 50; round++) {
    await tickFor(world, [living], 10);
    expect(world.sell(living, 0, FIVE_DOLLARS_CPM)).toBeDefined();
  }
});

test('bills that are stamped tomorrow leave what was spent today, and count today too', async () => {
  const boots = account({ money: daily(25_000) });
  const world = createWorld(database, [boots]);
  const machine = world.startMachine(0);
  const settle = (atMs: number, count: number) => {
    const facts = Array.from({ length: count }, () => factOf('bill', saleOf(boots), atMs));
    return database.transaction((query) => settleFacts(query, facts, NOTHING_KNOWN));
  };
  await settle(START_MS, 2);
  await settle(START_MS + DAY_MS, 1);
  await settle(START_MS, 1);
  await world.tick(machine);
  expect(sellOut(world, machine)).toHaveLength(1);
});

test('a row of a future day, left by a fast clock, ends with today', async () => {
  const boots = account({ money: daily(25_000) });
  const world = createWorld(database, [boots]);
  const machine = world.startMachine(0);
  const ahead = factOf('bill', saleOf(boots), START_MS + 300 * DAY_MS);
  await database.transaction((query) => settleFacts(query, [ahead], NOTHING_KNOWN));
  await world.tick(machine);
  const today = sellOut(world, machine);
  expect(today.length).toBeLessThanOrEqual(4);
  await world.notify('bill', today);
  world.advance(DAY_MS);
  await world.tick(machine);
  await world.notify('bill', sellOut(world, machine));
  const [row] = await database.query('select day, impressions_day from budgets');
  expect(Number(row?.day)).toBe(Math.floor(START_MS / DAY_MS) + 1);
  expect(Number(row?.impressions_day)).toBeGreaterThan(0);
});

test('a clock that jumped ahead and back ends reservations as before', async () => {
  const world = createWorld(database, [account({ money: total(15_000) })]);
  const machine = world.startMachine(0);
  world.advance(DAY_MS);
  await world.tick(machine);
  world.advance(-DAY_MS);
  await world.tick(machine);
  const sales = sellOut(world, machine);
  expect(sales).toHaveLength(3);
  await world.notify('bill', sales.slice(0, 1));
  await tickFor(world, [machine], 10);
  expect(machine.slices.holdings(0).reserved.micros).toBe(10_000);
  await tickFor(world, [machine], 400);
  expect(machine.slices.holdings(0).reserved.micros).toBe(0);
});
