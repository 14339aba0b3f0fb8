import { afterAll, beforeEach, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { CampaignBudget } from '../../src/ledger/budgets/account.ts';
import { DAY_MS } from '../../src/lib/day.ts';
import type { Database } from '../../src/lib/sql/database.ts';
import { openOwnLedger } from '../ledger/ledger.ts';
import { cleanUp } from '../process.ts';
import { runs } from '../properties/runs.ts';
import { account, daily, FIVE_DOLLARS_CPM, total } from './accounts.ts';
import { createWorld, emptyTables, type Machine, START_MS, type World } from './world.ts';

afterAll(cleanUp);

let database: Database;
beforeEach(async () => {
  database = await openOwnLedger();
});

const IMPRESSION_MICROS = 5000;

/** Lets machines run as long as requests come, so many a tenth of a second, each at the next machine. */
async function ask(
  world: World,
  machines: readonly Machine[],
  { requests, perTenth }: { readonly requests: number; readonly perTenth: number },
): Promise<number> {
  let sold = 0;
  for (let asked = 0, tenth = 0; asked < requests; tenth++) {
    for (let i = 0; i < perTenth && asked < requests; i++, asked++) {
      const machine = machines[asked % machines.length];
      if (machine !== undefined && world.sell(machine, 0, FIVE_DOLLARS_CPM)) sold++;
    }
    world.advance(100);
    for (const machine of machines) {
      if (tenth % 10 === 9) await world.tick(machine);
      else await world.refill(machine);
    }
  }
  return sold;
}

const BUDGETS: readonly [string, (impressions: number) => Partial<CampaignBudget>][] = [
  ['of money', (impressions) => ({ money: total(impressions * IMPRESSION_MICROS) })],
  ['of impressions', (impressions) => ({ impressions: total(impressions) })],
  // The head start alone, of 2 %, pays for all of it.
  [
    'that is paced evenly',
    (impressions) => ({ pacing: 'even', money: daily(50 * impressions * IMPRESSION_MICROS) }),
  ],
];

for (const [kind, budgetFor] of BUDGETS) {
  for (const count of [1, 4]) {
    test(`a budget ${kind} that pays for ten times as many sells every request from cold and after idling, on ${count} machines`, async () => {
      const midnightMs = START_MS - (START_MS % DAY_MS);
      const world = createWorld(database, [account(budgetFor(4400))], midnightMs);
      const machines = Array.from({ length: count }, (_, tag) => world.startMachine(tag));
      for (const machine of machines) await world.tick(machine);
      expect(await ask(world, machines, { requests: 240, perTenth: 6 })).toBe(240);
      for (let second = 0; second < 60; second++) {
        world.advance(1000);
        for (const machine of machines) await world.tick(machine);
      }
      expect(await ask(world, machines, { requests: 200, perTenth: 10 })).toBe(200);
    });
  }
}

/** Far more than it takes: a portion is a part of what is left, so the last of it is sold in small steps. */
const SECONDS_MAX = 20;

test('however many machines, of which some are asked: all is sold within some seconds, and nothing more', async () => {
  const setup = fc.record({
    impressions: fc.integer({ min: 1, max: 300 }),
    machines: fc.integer({ min: 1, max: 4 }),
    asked: fc.array(fc.nat(3), { minLength: 1, maxLength: 4 }),
    order: fc.infiniteStream(fc.nat(3)),
  });
  await fc.assert(
    fc.asyncProperty(setup, async ({ impressions, machines: count, asked, order }) => {
      await emptyTables(database.query);
      const world = createWorld(database, [account({ impressions: total(impressions) })]);
      const machines = Array.from({ length: count }, (_, tag) => world.startMachine(tag));
      let sold = 0;
      for (let second = 0; second < SECONDS_MAX; second++) {
        for (const machine of machines) await world.tick(machine);
        for (let tenth = 0; tenth < 10; tenth++) {
          for (const index of asked) {
            const machine = machines[index % count] as Machine;
            while (world.sell(machine, 0, FIVE_DOLLARS_CPM) !== undefined) sold++;
          }
          for (const _ of machines) {
            await world.refill(machines[(order.next().value ?? 0) % count] as Machine);
          }
          world.advance(100);
        }
      }
      expect(sold).toBe(impressions);
    }),
    { numRuns: runs(20) },
  );
});
