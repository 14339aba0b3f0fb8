import { afterAll, afterEach, beforeEach, expect, test } from 'bun:test';
import { CLAIM_MS } from '../../src/ledger/budgets/claim-statements.ts';
import { type Database, openDatabase } from '../../src/ledger/database.ts';
import { migrate } from '../../src/ledger/migrate.ts';
import type { Sale } from '../../src/sale/fact.ts';
import { cleanUp, temporaryFolder } from '../process.ts';
import { account, FIVE_DOLLARS_CPM, total } from './accounts.ts';
import { claimOf, createWorld, ledgerRow, type Machine, type World } from './world.ts';

afterAll(cleanUp);

let database: Database;
beforeEach(async () => {
  database = await openDatabase({ kind: 'sqlite', file: `${temporaryFolder()}/ledger.db` });
  await migrate(database);
});
afterEach(() => database.close());

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

const IMPRESSION_MICROS = 5000;

test('the claims of a machine that died come back six minutes after its last heartbeat, and not before', async () => {
  const boots = account({ money: total(1e9) });
  const world = createWorld(database, [boots]);
  const dead = world.startMachine(1);
  const living = world.startMachine(0);
  await world.tick(dead);
  const held = await claimOf(database.query, boots, dead);
  expect(held.micros).toBeGreaterThan(0);
  for (let second = 0; second * 1000 <= CLAIM_MS; second += 10) {
    expect(await claimOf(database.query, boots, dead)).toEqual(held);
    world.advance(10_000);
    await world.tick(living);
  }
  // The last of it may wait for the next heartbeats of the others.
  for (let second = 0; second < 20; second += 10) {
    world.advance(10_000);
    await world.tick(living);
  }
  expect(await claimOf(database.query, boots, dead)).toEqual({ micros: 0, impressions: 0 });
  const { claimed_micros, claims_micros } = await ledgerRow(database.query, boots);
  expect(claimed_micros).toBe(claims_micros);
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
