import { afterAll, beforeEach, expect, test } from 'bun:test';
import type { Database } from '../../src/ledger/database.ts';
import { openOwnLedger } from '../ledger/ledger.ts';
import { cleanUp } from '../process.ts';
import { account, FIVE_DOLLARS_CPM, total } from './accounts.ts';
import { claimOf, createWorld, ledgerRow, type Machine } from './world.ts';

afterAll(cleanUp);

let database: Database;
beforeEach(async () => {
  database = await openOwnLedger();
});

test('the only impression of a budget is claimed by one machine, and sold by it alone', async () => {
  const boots = account({ impressions: total(1) });
  const world = createWorld(database, [boots]);
  const machines = [world.startMachine(0), world.startMachine(1)] as const;
  for (const machine of machines) await world.tick(machine);
  const claims = await Promise.all(machines.map((one) => claimOf(database.query, boots, one)));
  expect(claims.map(({ impressions }) => impressions)).toEqual([1, 0]);
  const sales = machines.map((machine) => world.sell(machine, 0, FIVE_DOLLARS_CPM));
  expect(sales.map((sale) => sale !== undefined)).toEqual([true, false]);
});

test('what is granted is claimed to the last micro', async () => {
  const boots = account({ money: total(1) });
  const world = createWorld(database, [boots]);
  const machine = world.startMachine(0);
  await world.tick(machine);
  expect(machine.slices.holdings(0).available.micros).toBe(1);
  expect((await claimOf(database.query, boots, machine)).micros).toBe(1);
});

test('a machine that has closed holds up no reservation of another', async () => {
  const boots = account({ money: total(1e9) });
  const world = createWorld(database, [boots]);
  const [closing, other] = [world.startMachine(0), world.startMachine(1)];
  for (const machine of [closing, other]) await world.tick(machine);
  expect(world.sell(other, 0, FIVE_DOLLARS_CPM)).toBeDefined();
  world.advance(50_000);
  for (const machine of [closing, other]) await world.tick(machine);
  await closing.allocator.close(world.nowMs());
  const reserved = () => other.slices.holdings(0).reserved.micros;
  world.advance(309_000);
  await world.tick(other);
  expect(reserved()).toBe(5000);
  // Six minutes after the sale, which was at the beginning of a minute.
  world.advance(1000);
  await world.tick(other);
  expect(reserved()).toBe(0);
});

test('a tick fills 500 slices at most, and a machine that closes returns the claims of all', async () => {
  const many = Array.from({ length: 600 }, (_, index) =>
    account({ money: total(1e9) }, { campaign: `campaign-${index}` }),
  );
  const world = createWorld(database, many);
  const machine = world.startMachine(0);
  const claims = async () => {
    const [row] = await database.query(
      'select count(*) as rows from budgets where claimed_micros > 0',
    );
    return Number(row?.rows);
  };
  await world.tick(machine);
  expect(await claims()).toBe(500);
  world.advance(1000);
  await world.tick(machine);
  expect(await claims()).toBe(600);
  await machine.allocator.close(world.nowMs());
  expect(await claims()).toBe(0);
});

test('a machine that was taken for dead gives up all that it lost before it sells again, however many campaigns there are', async () => {
  const many = Array.from({ length: 1100 }, (_, index) =>
    account({ impressions: total(4) }, { campaign: `campaign-${index}` }),
  );
  const world = createWorld(database, many);
  const [back, other] = [world.startMachine(0), world.startMachine(1)];
  for (let second = 0; second < 3; second++) await world.tick(back);
  const held = ({ slices }: Machine) =>
    many.filter((_, index) => slices.holdings(index).available.impressions > 0).length;
  expect(held(back)).toBe(1100);
  world.advance(400_000);
  for (let second = 0; second < 3; second++) await world.tick(other);
  expect(held(other)).toBe(1100);
  await world.tick(back);
  expect(back.slices.mayReserve(world.nowMs())).toBeTrue();
  expect(held(back)).toBe(0);
});

test('a campaign without a limit on impressions claims none', async () => {
  const boots = account({ money: total(64 * 5000) });
  const world = createWorld(database, [boots]);
  await world.tick(world.startMachine(0));
  expect(await ledgerRow(database.query, boots)).toMatchObject({
    claimed_micros: 20_000,
    claimed_impressions: 0,
  });
});
