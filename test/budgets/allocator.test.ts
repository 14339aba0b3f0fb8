import { afterAll, beforeEach, expect, test } from 'bun:test';
import type { Account } from '../../src/ledger/budgets/account.ts';
import { NO_ACCOUNTS } from '../../src/ledger/budgets/account.ts';
import { campaignStatuses } from '../../src/ledger/budgets/campaign-status.ts';
import { createRecentTrials } from '../../src/ledger/budgets/recent-trials.ts';
import { settleFacts } from '../../src/ledger/budgets/settle-facts.ts';
import type { Database } from '../../src/ledger/database.ts';
import { DAY_MS } from '../../src/lib/day.ts';
import type { Sale } from '../../src/sale/fact.ts';
import { openOwnLedger } from '../ledger/ledger.ts';
import { cleanUp } from '../process.ts';
import { account, BY_CLOCK, daily, FIVE_DOLLARS_CPM, total } from './accounts.ts';
import {
  createWorld,
  factOf,
  ledgerRow,
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

const rowOf = (of: Account) => ledgerRow(database.query, of);

/** Sells all that the slice allows at once. */
function sellOut(world: World, machine: Machine): readonly Sale[] {
  const sales: Sale[] = [];
  for (;;) {
    const sale = world.sell(machine, 0, FIVE_DOLLARS_CPM);
    if (sale === undefined) return sales;
    sales.push(sale);
  }
}

async function sellFor(world: World, machine: Machine, seconds: number): Promise<number> {
  let sold = 0;
  for (let second = 0; second < seconds; second++) {
    await world.tick(machine);
    const sales = sellOut(world, machine);
    await world.notify('bill', sales);
    sold += sales.length;
    world.advance(1000);
  }
  return sold;
}

test('a sale of one machine whose notice reached another ends the reservation of the first', async () => {
  const boots = account({ money: total(30_000) });
  const world = createWorld(database, [boots]);
  const seller = world.startMachine(0);
  const other = world.startMachine(1);
  await world.tick(seller);
  await world.notify('bill', sellOut(world, seller));
  await world.tick(other);
  expect(seller.slices.holdings(0).reserved.micros).toBe(20_000);
  await world.tick(seller);
  expect(seller.slices.holdings(0).reserved.micros).toBe(0);
});

test('a loss makes its price spendable again at once, an expired reservation after some minutes', async () => {
  const boots = account({ money: total(10_000) });
  const world = createWorld(database, [boots]);
  const machine = world.startMachine(0);
  await world.tick(machine);
  const [lost, forgotten] = sellOut(world, machine) as [Sale, Sale];
  expect(forgotten).toBeDefined();
  await world.notify('loss', [lost]);
  world.advance(1000);
  await world.tick(machine);
  expect(machine.slices.holdings(0).available.micros).toBe(5000);
  for (let minute = 0; minute < 6; minute++) {
    world.advance(60_000);
    await world.tick(machine);
  }
  expect(machine.slices.holdings(0)).toEqual({
    available: { micros: 10_000, impressions: 0 },
    reserved: { micros: 0, impressions: 0 },
  });
});

test('notices after their reservations have expired are charged what the budget still has, and it is then reached', async () => {
  const boots = account({ money: total(15_000) });
  const world = createWorld(database, [boots]);
  const machine = world.startMachine(0);
  await world.tick(machine);
  const late = sellOut(world, machine);
  for (let minute = 0; minute < 6; minute++) {
    world.advance(60_000);
    await world.tick(machine);
  }
  const again = sellOut(world, machine);
  await world.notify('bill', [...late, ...again]);
  world.advance(1000);
  await world.tick(machine);
  expect([late.length, again.length]).toEqual([3, 3]);
  const { spent_total_nanos, earned_total_nanos, claimed_micros } = await rowOf(boots);
  expect([spent_total_nanos, earned_total_nanos, claimed_micros]).toEqual([15e6, 30e6, 0]);
  expect(sellOut(world, machine)).toEqual([]);
});

test('a daily budget starts anew at midnight UTC, also while bills of yesterday still come', async () => {
  const boots = account({ money: daily(25_000) });
  const midnightMs = START_MS - (START_MS % DAY_MS) + DAY_MS;
  const world = createWorld(database, [boots], midnightMs - 10_000);
  const machine = world.startMachine(0);
  expect(await sellFor(world, machine, 9)).toBe(5);
  world.advance(1500);
  expect(await sellFor(world, machine, 9)).toBe(5);
  expect(await rowOf(boots)).toMatchObject({
    spent_total_nanos: 50_000_000,
    spent_day_nanos: 25_000_000,
  });
  // Told of today, but it happened yesterday.
  const late = factOf('bill', saleOf(boots), midnightMs - 1);
  await database.transaction((query) => settleFacts(query, [late], NOTHING_KNOWN));
  expect(await rowOf(boots)).toMatchObject({
    spent_total_nanos: 55_000_000,
    spent_day_nanos: 25_000_000,
  });
});

test('with even pacing a campaign sells no more than is due, and all of it by the end of the day', async () => {
  const boots = account({ pacing: 'even', money: daily(500_000) });
  const world = createWorld(database, [boots], START_MS - (START_MS % DAY_MS));
  const machine = world.startMachine(0);
  for (let hour = 0; hour < 24; hour++) {
    await sellFor(world, machine, 10);
    const due = Math.floor(100 * Math.min(1, hour / 24 + 0.02));
    const shown = (await rowOf(boots)).impressions_day ?? 0;
    expect(shown).toBeLessThanOrEqual(due + 1);
    expect(shown).toBeGreaterThanOrEqual(due - 1);
    world.advance(3_590_000);
  }
  world.advance(-60_000);
  await sellFor(world, machine, 10);
  expect((await rowOf(boots)).impressions_day).toBe(100);
});

test('a budget that was lowered below what is spent stops the campaign', async () => {
  const world = createWorld(database, [account({ money: total(100_000) })]);
  await sellFor(world, world.startMachine(0), 3);
  const lowered = createWorld(database, [account({ money: total(20_000) })], world.nowMs());
  expect(await sellFor(lowered, lowered.startMachine(0), 3)).toBe(0);
});

test('what is spent is kept of campaigns without a budget, and of no partner of another kind', async () => {
  const free = account(undefined);
  const facts = [
    factOf('bill', saleOf(free), START_MS),
    factOf('impression', saleOf(free, { billsOn: 'impression' }), START_MS),
    factOf('impression', saleOf(free), START_MS),
    factOf('win', saleOf(free), START_MS),
    factOf('bill', saleOf(free, { isTest: true }), START_MS),
    factOf('bill', saleOf(free, { partner: 'dsp' }), START_MS),
    factOf('bill', saleOf(free, { campaign: '' }), START_MS),
  ];
  await database.transaction((query) =>
    settleFacts(query, facts, { remotePartners: new Set<string>(['dsp']), accountOf: NO_ACCOUNTS }),
  );
  const rows = await database.query('select campaign from budgets');
  expect(rows.map(({ campaign }) => campaign)).toEqual(['house/boots']);
  expect(await rowOf(free)).toMatchObject({ spent_total_nanos: 10_000_000, impressions_total: 2 });
});

test('more campaigns than one tick looks at are all served in their turn', async () => {
  const many = Array.from({ length: 1200 }, (_, index) =>
    account({ money: total(15_000) }, { campaign: `c${index}` }),
  );
  const world = createWorld(database, many);
  const machine = world.startMachine(0);
  for (let second = 0; second < 4; second++) {
    await world.tick(machine);
    world.advance(1000);
  }
  const filled = many.filter(
    (_, campaign) => machine.slices.holdings(campaign).available.micros > 0,
  );
  expect(filled).toHaveLength(1200);
});

test('the report knows campaigns by the ledger, and says when it is gone', async () => {
  const boots = account({ money: total(15_000) });
  const world = createWorld(database, [boots]);
  const machine = world.startMachine(0);
  const { slices } = machine;
  const recent = createRecentTrials(slices, world.nowMs());
  const report = () => {
    const now = { ms: world.nowMs(), shareOf: BY_CLOCK };
    return campaignStatuses(database.query, [boots], { slices, recent }, now);
  };
  await world.tick(machine);
  machine.workerSlices.countTrial(0, 'fit');
  expect(await report()).toMatchObject([
    { state: 'serving', money: { spentTotal: 0, total: 0.015 } },
  ]);
  await sellFor(world, machine, 2);
  expect(await report()).toMatchObject([
    { state: 'total-budget-reached', money: { spentTotal: 0.015 } },
  ]);
  await database.close();
  expect(await report()).toMatchObject([{ state: 'ledger-unreachable', money: null }]);
});

test('a worker knows whether the rest of the budget, the pace or the slice alone holds a campaign back', async () => {
  const even = account({ pacing: 'even', money: daily(100_000) }, { campaign: 'even' });
  const rich = account({ money: total(1e9) }, { campaign: 'rich' });
  const world = createWorld(database, [account({ money: total(15_000) }), even, rich]);
  const machine = world.startMachine(0);
  for (let second = 0; second < 40; second++) {
    await world.tick(machine);
    for (const campaign of [0, 1, 2]) {
      while (world.sell(machine, campaign, FIVE_DOLLARS_CPM) !== undefined);
    }
    world.advance(1000);
  }
  const causes = () =>
    [0, 1, 2].map((campaign) => machine.workerSlices.holdCause(campaign, world.nowMs()));
  expect(causes()).toEqual(['budget', 'pace', 'slice']);
  world.advance(60_000);
  expect(causes()).toEqual(['ledger', 'ledger', 'ledger']);
});

test('a machine never holds more than 2,000 USD of a budget, sold and unsold together', async () => {
  const dear = account({ money: total(1e13) }, { unitMicros: 1_000_000, unitMicrosMax: 1_000_000 });
  const world = createWorld(database, [dear]);
  const machine = world.startMachine(0);
  let sold = 0;
  for (let second = 0; second < 14; second++) {
    await world.tick(machine);
    while (world.sell(machine, 0, 1_000_000_000) !== undefined) sold++;
    world.advance(1000);
  }
  expect(sold).toBe(2000);
  expect(await rowOf(dear)).toMatchObject({ claimed_micros: 2_000_000_000 });
});

test('a campaign whose flight has ended returns its budget and claims no more, and one before its flight claims none', async () => {
  const money = total(64 * 5000);
  const ending = account({ money }, { campaign: 'ending', endMs: START_MS + 1000 });
  const coming = account({ money }, { campaign: 'coming', startMs: START_MS + 1000 });
  const world = createWorld(database, [ending, coming]);
  const machine = world.startMachine(0);
  const claims = async () => [
    (await rowOf(ending)).claimed_micros,
    (await rowOf(coming)).claimed_micros,
  ];
  await world.tick(machine);
  expect(await claims()).toEqual([20_000, 0]);
  world.advance(1000);
  await world.tick(machine);
  expect(await claims()).toEqual([0, 20_000]);
});
