import { afterAll, beforeEach, expect, test } from 'bun:test';
import type { Fact, Sale } from '../../src/core/sale/fact.ts';
import type { Account } from '../../src/ledger/budgets/account.ts';
import { NO_ACCOUNTS } from '../../src/ledger/budgets/account.ts';
import type { CampaignKnowledge } from '../../src/ledger/budgets/decide-charges.ts';
import { decideCharges } from '../../src/ledger/budgets/decide-charges.ts';
import { DAY_MS } from '../../src/lib/day.ts';
import type { Database } from '../../src/lib/sql/database.ts';
import { openOwnLedger } from '../ledger/ledger.ts';
import { cleanUp } from '../process.ts';
import { account, daily, FIVE_DOLLARS_CPM, total } from './accounts.ts';
import { createWorld, factOf, ledgerRow, NOTHING_KNOWN, START_MS, saleOf } from './world.ts';

afterAll(cleanUp);

let database: Database;
beforeEach(async () => {
  database = await openOwnLedger();
});

const rowOf = (of: Account) => ledgerRow(database.query, of);

const heldOf = async (of: Account) => (await rowOf(of)).held_micros ?? 0;

const settled = (facts: readonly Fact[], knowledge: CampaignKnowledge) =>
  database.transaction(async (query) => {
    const { settle } = await decideCharges(query, database.kind, facts, knowledge);
    await settle();
  });

test('a sale of one machine whose notice reached another ends what is held for it', async () => {
  const boots = account({ money: total(30_000) });
  const world = createWorld(database, [boots]);
  const seller = world.startMachine(0);
  await world.tick(seller);
  expect(await heldOf(boots)).toBe(20_000);
  await world.notify('bill', world.sellOut(seller), 1, 1);
  expect(await heldOf(boots)).toBe(0);
});

test('a loss makes its price spendable again within a second, a sale that nobody tells of after six minutes', async () => {
  const boots = account({ money: total(10_000) });
  const world = createWorld(database, [boots]);
  const machine = world.startMachine(0);
  await world.tick(machine);
  const [lost, forgotten] = world.sellOut(machine) as [Sale, Sale];
  expect(forgotten).toBeDefined();
  await world.notify('loss', [lost]);
  world.advance(1000);
  await world.tick(machine);
  expect(world.sellOut(machine)).toHaveLength(1);
  await world.pass(5 * 60_000, [machine]);
  expect(world.sellOut(machine)).toHaveLength(0);
  await world.pass(70_000, [machine]);
  expect(world.sellOut(machine)).toHaveLength(2);
});

test('notices after their reservations have expired are charged what the budget still has, and it is then reached', async () => {
  const boots = account({ money: total(15_000) });
  const world = createWorld(database, [boots]);
  const machine = world.startMachine(0);
  await world.tick(machine);
  const late = world.sellOut(machine);
  await world.pass(7 * 60_000, [machine]);
  const again = world.sellOut(machine);
  await world.notify('bill', [...late, ...again]);
  world.advance(1000);
  await world.tick(machine);
  expect([late.length, again.length]).toEqual([3, 3]);
  const { spent_total_nanos, earned_total_nanos, held_micros } = await rowOf(boots);
  expect([spent_total_nanos, earned_total_nanos, held_micros]).toEqual([15e6, 30e6, 0]);
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
  await settled(facts, { remotePartners: new Set<string>(['dsp']), accountOf: NO_ACCOUNTS });
  const rows = await database.query('select campaign from budgets');
  expect(rows.map(({ campaign }) => campaign)).toEqual(['house/boots']);
  expect(await rowOf(free)).toMatchObject({ spent_total_nanos: 10_000_000, impressions_total: 2 });
});

test('a worker knows whether the rest of the budget, the pace or the portion alone holds a campaign back', async () => {
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
    [0, 1, 2].map((campaign) => machine.worker.holdCause(campaign, world.nowMs()));
  expect(causes()).toEqual(['budget', 'pace', 'portion']);
  world.advance(60_000);
  expect(causes()).toEqual(['ledger', 'ledger', 'ledger']);
});

test('a campaign whose flight has ended returns its budget and gets no more, and one before its flight gets none', async () => {
  const money = total(64 * 5000);
  const ending = account({ money }, { campaign: 'ending', endMs: START_MS + 1000 });
  const coming = account({ money }, { campaign: 'coming', startMs: START_MS + 1000 });
  const world = createWorld(database, [ending, coming]);
  const machine = world.startMachine(0);
  const held = async () => [await heldOf(ending), await heldOf(coming)];
  await world.tick(machine);
  expect(await held()).toEqual([20_000, 0]);
  world.advance(1000);
  await world.tick(machine);
  expect(await held()).toEqual([0, 20_000]);
});

test('a machine that has not reached the ledger for 45 seconds sells nothing until it has again', async () => {
  const world = createWorld(database, [account({ money: total(1e9) })]);
  const machine = world.startMachine(0);
  await world.tick(machine);
  world.advance(40_000);
  expect(world.sellOut(machine, 1)).toHaveLength(1);
  world.advance(5000);
  expect(machine.worker.canPay(0, FIVE_DOLLARS_CPM, world.nowMs())).toBeFalse();
  await world.tick(machine);
  expect(world.sellOut(machine, 1)).toHaveLength(1);
});

test('ten thousand campaigns have portions within some seconds, and a look at them takes little while nobody asks', async () => {
  const many = Array.from({ length: 10_000 }, (_, index) =>
    account({ impressions: total(4) }, { campaign: `campaign-${index}` }),
  );
  const world = createWorld(database, many);
  const machine = world.startMachine(0);
  await world.tick(machine);
  for (let tenth = 0; tenth < 20; tenth++) await world.refill(machine);
  const filled = many.filter((_, index) => machine.portions.leftOf(index).impressions === 4);
  expect(filled).toHaveLength(10_000);
  const beganMs = performance.now();
  for (let second = 0; second < 10; second++) {
    world.advance(1000);
    await world.tick(machine);
  }
  // 15 on a machine that has nothing else to do.
  expect((performance.now() - beganMs) / 10).toBeLessThan(60);
});

test('what is sold stays held until every machine that is heard of has caught up', async () => {
  const boots = account({ money: total(15_000) });
  const world = createWorld(database, [boots]);
  const seller = world.startMachine(0);
  const other = world.startMachine(1);
  await world.tick(seller);
  expect(world.sellOut(seller)).toHaveLength(3);
  world.lag(1);
  await world.pass(500_000, [other, seller]);
  expect(await heldOf(boots)).toBe(15_000);
  expect(seller.seller.isHeldByOthers()).toBeTrue();
  await world.drain(1);
  await world.pass(20_000, [other, seller]);
  expect([seller, other].flatMap((machine) => world.sellOut(machine))).toHaveLength(3);
});

test('bills that are stamped tomorrow leave what was spent today, and count today too', async () => {
  const boots = account({ money: daily(25_000) });
  const world = createWorld(database, [boots]);
  const machine = world.startMachine(0);
  const settle = (atMs: number, count: number) => {
    const facts = Array.from({ length: count }, () => factOf('bill', saleOf(boots), atMs));
    return settled(facts, NOTHING_KNOWN);
  };
  await settle(START_MS, 2);
  await settle(START_MS + DAY_MS, 1);
  await settle(START_MS, 1);
  await world.tick(machine);
  expect(world.sellOut(machine)).toHaveLength(1);
});

test('what a machine that died had not sold is free six minutes after its last heartbeat, and not before', async () => {
  const boots = account({ money: total(1000 * 5000) });
  const world = createWorld(database, [boots]);
  const dying = world.startMachine(1);
  await world.tick(dying);
  // An eighth of its share: it may have sold these in its last second.
  const left = Math.floor(1000 / 2 / 8);
  expect(await heldOf(boots)).toBe(left * 5000);
  const living = world.startMachine(0);
  await world.pass(350_000, [living]);
  expect(await heldOf(boots)).toBeGreaterThan(left * 5000);
  await living.seller.close();
  expect(await heldOf(boots)).toBe(left * 5000);
  const next = world.startMachine(2);
  await world.pass(70_000, [next]);
  await next.seller.close();
  expect(await heldOf(boots)).toBe(0);
});
