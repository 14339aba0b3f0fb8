import { afterAll, beforeEach, expect, test } from 'bun:test';
import type { Sale } from '../../src/core/sale/fact.ts';
import { RESERVATION_MS } from '../../src/core/sale/fact.ts';
import type { Database } from '../../src/lib/sql/database.ts';
import { openOwnLedger } from '../ledger/ledger.ts';
import { cleanUp } from '../process.ts';
import { account, FIVE_DOLLARS_CPM, total } from './accounts.ts';
import { claimOf, createWorld, ledgerRow } from './world.ts';

afterAll(cleanUp);

let database: Database;
beforeEach(async () => {
  database = await openOwnLedger();
});

const IMPRESSION_MICROS = 5000;
const SOLD = 7;

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
