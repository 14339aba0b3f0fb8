import { afterAll, beforeEach, expect, test } from 'bun:test';
import type { Sale } from '../../src/core/sale/fact.ts';
import { RECOVERY_MS } from '../../src/ledger/budgets/allocator.ts';
import { CLAIM_MS } from '../../src/ledger/budgets/claim-statements.ts';
import type { Database, Row, SqlValue } from '../../src/lib/sql/database.ts';
import { openOwnLedger } from '../ledger/ledger.ts';
import { cleanUp } from '../process.ts';
import { account, total } from './accounts.ts';
import { claimOf, createWorld, ledgerRow, type Machine, TABLES } from './world.ts';

afterAll(cleanUp);

let database: Database;
beforeEach(async () => {
  database = await openOwnLedger();
});

const IMPRESSION_MICROS = 5000;
const IMPRESSIONS = 200;
const boots = account({ money: total(IMPRESSIONS * IMPRESSION_MICROS) });

async function backUp(): Promise<() => Promise<void>> {
  const saved = new Map<string, readonly Row[]>();
  for (const table of TABLES) saved.set(table, await database.query(`select * from ${table}`));
  return async () => {
    for (const [table, rows] of saved) {
      await database.query(`delete from ${table}`);
      for (const row of rows) {
        const places = Object.keys(row).map((_, index) => `$${index + 1}`);
        const values = Object.values(row) as SqlValue[];
        await database.query(`insert into ${table} values (${places})`, values);
      }
    }
  };
}

const available = ({ slices }: Machine) => slices.holdings(0).available.micros;
const reserved = ({ slices }: Machine) => slices.holdings(0).reserved.micros;

async function twoMachines() {
  const world = createWorld(database, [boots]);
  const machines = [world.startMachine(0), world.startMachine(1)] as const;
  const tick = async () => {
    for (const machine of machines) await world.tick(machine);
  };
  const second = async () => {
    world.advance(1000);
    await tick();
  };
  await tick();
  await tick();
  return { world, machines, tick, second };
}

test.each([
  ['a few seconds', 0],
  ['longer than a claim lasts without a heartbeat', 2 * CLAIM_MS],
])(
  'two machines sell the rest of a budget and not one impression more after the database went back by %s',
  async (_, beforeMs) => {
    const { world, machines, second } = await twoMachines();
    const [first, other] = machines;
    const restore = await backUp();
    world.advance(beforeMs);
    await second();
    let unbilled: readonly Sale[] = [];
    while (unbilled.length < IMPRESSIONS / 2) {
      unbilled = [...unbilled, ...world.sellOut(first, 10), ...world.sellOut(other, 10)];
      await second();
    }
    await restore();
    // They have not noticed yet, and sell from what they have.
    unbilled = [...unbilled, ...world.sellOut(first, 2), ...world.sellOut(other, 2)];
    // The first sees a budget that nobody has claimed anything of, and asks for as much as it can get.
    for (let waitedMs = 0; waitedMs < RECOVERY_MS; waitedMs += 500) {
      world.advance(500);
      await world.tick(first);
      expect(available(first)).toBe(0);
      if (waitedMs >= 1000) await world.tick(other);
    }
    expect(world.wentBack).toHaveLength(2);
    let sold: readonly Sale[] = [];
    for (let time = 0; time < 100; time++) {
      sold = [...sold, ...world.sellOut(first, 100), ...world.sellOut(other, 100)];
      await second();
    }
    expect(unbilled.length + sold.length).toBe(IMPRESSIONS);
    await world.notify('bill', [...unbilled, ...sold]);
    const { spent_total_nanos } = await ledgerRow(database.query, boots);
    expect(spent_total_nanos).toBe(IMPRESSIONS * IMPRESSION_MICROS * 1000);
  },
);

test('nothing new is claimed by any machine before all have drained what their journals had when it was noticed', async () => {
  const { world, machines, second } = await twoMachines();
  const [first, other] = machines;
  const restore = await backUp();
  await second();
  world.lag(first.tag);
  await restore();
  for (let time = 0; time < 10; time++) await second();
  expect([available(first), available(other)]).toEqual([0, 0]);
  await world.drain(first.tag);
  await second();
  await second();
  expect(available(first)).toBeGreaterThan(0);
  expect(available(other)).toBeGreaterThan(0);
});

test('what is reserved is claimed again even where another machine has claimed the budget meanwhile', async () => {
  const { world, machines, second } = await twoMachines();
  const [first] = machines;
  const restore = await backUp();
  let sold = 0;
  while (sold < IMPRESSIONS / 2) {
    sold += world.sellOut(first, IMPRESSIONS / 2 - sold).length;
    await second();
  }
  await restore();
  // It has just started, and knows of no heartbeat.
  const fresh = world.startMachine(2);
  for (let all = 0; all < IMPRESSIONS - 20; ) {
    world.advance(100);
    await world.tick(fresh);
    all += world.sellOut(fresh, IMPRESSIONS - 20 - all).length;
  }
  await world.tick(first);
  const claim = await claimOf(database.query, boots, first);
  expect(claim.micros).toBe(sold * IMPRESSION_MICROS);
});

test('a bill that the database tells of again does not end the reservation of another sale', async () => {
  const { world, machines, second } = await twoMachines();
  const [first] = machines;
  const [billed] = world.sellOut(first, 1);
  if (billed === undefined) throw new Error('expected a sale');
  await world.notify('bill', [billed]);
  const restore = await backUp();
  await second();
  expect(reserved(first)).toBe(0);
  world.sellOut(first, 1);
  await restore();
  for (let time = 0; time < 5; time++) await second();
  expect(reserved(first)).toBe(IMPRESSION_MICROS);
});
