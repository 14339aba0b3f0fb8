import { afterAll, beforeEach, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { CampaignBudget } from '../../src/ledger/budgets/account.ts';
import type { Database } from '../../src/ledger/database.ts';
import { DAY_MS } from '../../src/lib/day.ts';
import { openOwnLedger } from '../ledger/ledger.ts';
import { cleanUp } from '../process.ts';
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
  for (const count of [1, 2, 4]) {
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

for (const count of [1, 2, 4]) {
  test(`a budget for 20 impressions sells 20 within a second and never 21, on ${count} machines`, async () => {
    const world = createWorld(database, [account({ impressions: total(20) })]);
    const machines = Array.from({ length: count }, (_, tag) => world.startMachine(tag));
    for (const machine of machines) await world.tick(machine);
    expect(await ask(world, machines, { requests: 200, perTenth: 20 })).toBe(20);
  });
}

test('one machine that is asked sells all that many idle ones have claimed, to the last impression', async () => {
  const world = createWorld(database, [account({ impressions: total(30) })]);
  const machines = [0, 1, 2, 3].map((tag) => world.startMachine(tag));
  const [asked] = machines as [Machine, ...Machine[]];
  for (const machine of machines) await world.tick(machine);
  // One in each of the others, until they hear of the lack.
  expect(await sellFor(1)).toBe(30 - 3);
  expect(await sellFor(3)).toBe(3);

  async function sellFor(seconds: number): Promise<number> {
    let sold = 0;
    for (let second = 0; second < seconds; second++) {
      for (let tenth = 0; tenth < 10; tenth++) {
        while (world.sell(asked, 0, FIVE_DOLLARS_CPM) !== undefined) sold++;
        world.advance(100);
        await world.refill(asked);
      }
      for (const machine of machines) await world.tick(machine);
    }
    return sold;
  }
});

test('where many machines are asked, none that is asked loses its last impressions to another', async () => {
  const world = createWorld(database, [account({ impressions: total(12) })]);
  const machines = [0, 1, 2].map((tag) => world.startMachine(tag));
  for (const { workerSlices } of machines) workerSlices.countTrial(0, 'misfit');
  for (const machine of machines) await world.tick(machine);
  const [first] = machines as [Machine, ...Machine[]];
  for (let second = 0; second < 3; second++) {
    while (world.sell(first, 0, FIVE_DOLLARS_CPM) !== undefined);
    world.advance(1000);
    for (const machine of machines) await world.tick(machine);
  }
  const left = machines.map(({ slices }) => slices.holdings(0).available.impressions);
  expect(left).toEqual([0, 4, 4]);
});

/** Far more than it takes: a slice has a part of what is left, so the last of it is sold in small steps. */
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
    { numRuns: 25 },
  );
});
