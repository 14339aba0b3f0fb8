import { afterAll, beforeEach, expect, test } from 'bun:test';
import type { Sale } from '../../src/core/sale/fact.ts';
import type { Account } from '../../src/ledger/budgets/account.ts';
import { NO_ACCOUNTS } from '../../src/ledger/budgets/account.ts';
import { CLAIM_MS } from '../../src/ledger/budgets/claim-statements.ts';
import { settleFacts } from '../../src/ledger/budgets/settle-facts.ts';
import { DAY_MS } from '../../src/lib/day.ts';
import type { Database } from '../../src/lib/sql/database.ts';
import { openOwnLedger } from '../ledger/ledger.ts';
import { cleanUp } from '../process.ts';
import { account, daily, FIVE_DOLLARS_CPM, total } from './accounts.ts';
import {
  claimOf,
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

test('a sale of one machine whose notice reached another ends the reservation of the first', async () => {
  const boots = account({ money: total(30_000) });
  const world = createWorld(database, [boots]);
  const seller = world.startMachine(0);
  const other = world.startMachine(1);
  await world.tick(seller);
  await world.notify('bill', world.sellOut(seller));
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
  const [lost, forgotten] = world.sellOut(machine) as [Sale, Sale];
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
  const late = world.sellOut(machine);
  for (let minute = 0; minute < 6; minute++) {
    world.advance(60_000);
    await world.tick(machine);
  }
  const again = world.sellOut(machine);
  await world.notify('bill', [...late, ...again]);
  world.advance(1000);
  await world.tick(machine);
  expect([late.length, again.length]).toEqual([3, 3]);
  const { spent_total_nanos, earned_total_nanos, claimed_micros } = await rowOf(boots);
  expect([spent_total_nanos, earned_total_nanos, claimed_micros]).toEqual([15e6, 30e6, 0]);
  expect(world.sellOut(machine)).toEqual([]);
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

async function tickFor(world: World, machines: readonly Machine[], seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 10) {
    world.advance(10_000);
    for (const machine of machines) await world.tick(machine);
  }
}

test('nothing is sold while the ledger is more than 45 seconds behind, and again when it is not', async () => {
  const world = createWorld(database, [account({ money: total(1e9) })]);
  const machine = world.startMachine(0);
  await world.tick(machine);
  world.lag(0);
  await tickFor(world, [machine], 40);
  expect(world.sellOut(machine).length).toBeGreaterThan(0);
  await tickFor(world, [machine], 60);
  expect(machine.workerSlices.canPay(0, FIVE_DOLLARS_CPM, world.nowMs())).toBeFalse();
  await world.drain(0);
  await world.tick(machine);
  expect(world.sellOut(machine).length).toBeGreaterThan(0);
});

test('reservations are kept until every machine that is heard of has caught up', async () => {
  const world = createWorld(database, [account({ money: total(15_000) })]);
  const seller = world.startMachine(0);
  const other = world.startMachine(1);
  await world.tick(seller);
  expect(world.sellOut(seller)).toHaveLength(3);
  world.lag(1);
  await tickFor(world, [other, seller], 400);
  expect(seller.slices.holdings(0).reserved.micros).toBe(15_000);
  await world.drain(1);
  await tickFor(world, [other, seller], 10);
  expect(seller.slices.holdings(0).reserved.micros).toBe(0);
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
  expect(world.sellOut(machine)).toHaveLength(1);
});

test('what a machine that died had in its slice comes back six minutes after its last heartbeat, and not before', async () => {
  const boots = account({ money: total(1000 * 5000) });
  const world = createWorld(database, [boots]);
  const [dying, living] = [world.startMachine(1), world.startMachine(0)];
  for (const machine of [dying, living]) await world.tick(machine);
  const held = async () => (await claimOf(database.query, boots, dying)).micros / 5000;
  // An eighth of its share: it may have sold these in its last second.
  expect(await held()).toBe(Math.floor(1000 / 2 / 8));
  for (let leftMs = CLAIM_MS; leftMs > 0; leftMs -= 1000) {
    world.advance(1000);
    await world.tick(living);
  }
  expect(await held()).toBe(Math.floor(1000 / 2 / 8));
  await tickFor(world, [living], 10);
  expect(await held()).toBe(0);
  const { claimed_micros, claims_micros } = await rowOf(boots);
  expect(claimed_micros).toBe(claims_micros);
});
