import { afterAll, beforeEach, expect, test } from 'bun:test';
import type { Sale } from '../../src/core/sale/fact.ts';
import type { Account } from '../../src/ledger/budgets/account.ts';
import { campaignStatuses, createRecentTrials } from '../../src/ledger/budgets/campaign-status.ts';
import type { Database } from '../../src/lib/sql/database.ts';
import { openOwnLedger } from '../ledger/ledger.ts';
import { cleanUp } from '../process.ts';
import { account, BY_CLOCK, FIVE_DOLLARS_CPM, total } from './accounts.ts';
import { createWorld, type Machine, type World } from './world.ts';

afterAll(cleanUp);

let database: Database;
beforeEach(async () => {
  database = await openOwnLedger();
});

const CLICK_MICROS = 500_000;

/** Publishers may be owed ten impressions of 5,000 micros more than it was charged. */
const RISKY = account(undefined, { riskMicros: 50_000 });
const UNTIL_EXPIRED_MS = 7 * 60_000;

/** Sells and bills for so many seconds, without a click. */
async function sellFor(world: World, machines: readonly Machine[], seconds: number) {
  const sold: Sale[] = [];
  for (let second = 0; second < seconds; second++) {
    for (const machine of machines) {
      await world.tick(machine);
      for (;;) {
        const sale = world.sell(machine, 0, FIVE_DOLLARS_CPM);
        if (sale === undefined) break;
        sold.push({ ...sale, charge: { per: 'click', micros: CLICK_MICROS } });
      }
    }
    world.advance(1000);
  }
  await world.notify('bill', sold);
  return sold;
}

const statusOf = async (world: World, of: Account, { portions }: Machine) => {
  const recent = createRecentTrials(portions, world.nowMs());
  const known = { portions, recent };
  const now = { ms: world.nowMs(), shareOf: BY_CLOCK };
  const accounts = new Map([[0, of]]);
  const status = (await campaignStatuses(database.query, accounts, known, now)).get(0);
  return { state: status?.state, sentence: status?.sentence };
};

test('a campaign that pays for clicks stops at its risk, on two machines together, and says so', async () => {
  const world = createWorld(database, [RISKY]);
  const machines = [world.startMachine(0), world.startMachine(1)];
  const sold = await sellFor(world, machines, 8);
  expect(sold).toHaveLength(10);
  // What was reserved is free again, what publishers are owed is not.
  await world.pass(UNTIL_EXPIRED_MS, machines);
  expect(await sellFor(world, machines, 4)).toEqual([]);
  const [first = world.startMachine(2)] = machines;
  expect(await statusOf(world, RISKY, first)).toEqual({
    state: 'risk-limit-reached',
    sentence:
      'risk limit reached: publishers are owed $0.05 more than it was charged, of at most $0.05 (riskMax)',
  });
});

test('it goes on when a click is charged, as far as the click has paid for', async () => {
  const world = createWorld(database, [RISKY]);
  const machine = world.startMachine(0);
  const sold = await sellFor(world, [machine], 8);
  world.advance(2000);
  await world.notify('click', sold.slice(0, 1));
  await world.pass(UNTIL_EXPIRED_MS, [machine]);
  // 0.5 USD pay for the 0.05 of before and for 0.45 more; and it may be 0.05 behind again.
  const more = await sellFor(world, [machine], 40);
  expect(more).toHaveLength(100);
  await world.pass(UNTIL_EXPIRED_MS, [machine]);
  expect(await sellFor(world, [machine], 4)).toEqual([]);
});

test('a budget that is smaller than the risk holds too', async () => {
  const both = account({ money: total(20_000) }, { riskMicros: 50_000 });
  const world = createWorld(database, [both]);
  expect(await sellFor(world, [world.startMachine(0)], 8)).toHaveLength(4);
});
