import { afterAll, beforeAll, test } from 'bun:test';
import fc from 'fast-check';
import type { Account } from '../../src/ledger/budgets/account.ts';
import type { Database } from '../../src/lib/sql/database.ts';
import { onEachDatabase } from '../ledger/each-database.ts';
import { cleanUp } from '../process.ts';
import { runs } from '../properties/runs.ts';
import { account, daily, total } from './accounts.ts';
import { CALM, type Event, KILLED, LAGGING, play, ROUGH, spendTheRest } from './model.ts';

afterAll(cleanUp);

const BUDGETS: readonly Account[] = [
  account({ money: total(20_000) }),
  // One micro short of four impressions.
  account({ money: total(19_999) }),
  account({ impressions: total(4) }),
  account({ money: { total: 90_000, daily: 30_000 }, impressions: { total: 15, daily: 5 } }),
  account({ pacing: 'even', money: daily(100_000), impressions: daily(15) }),
];

const eventsOf = (kinds: readonly fc.Arbitrary<Event>[]) =>
  fc.array(fc.oneof(...kinds), { minLength: 10, maxLength: 60, size: 'max' });

onEachDatabase(({ open }) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  test.each([
    ['crash and lose their ledger', ROUGH],
    ['drain their journals late', LAGGING],
    ['are killed', KILLED],
  ])(
    'machines that %s never exceed a budget, whatever happens in whatever order',
    async (_, kinds) => {
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...BUDGETS), eventsOf(kinds), async (budgeted, events) => {
          await play(database, budgeted, events);
        }),
        { numRuns: runs(20) },
      );
    },
  );

  test('nothing of a total is wasted in the end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...BUDGETS.slice(0, 3)),
        fc.constantFrom(CALM, ROUGH).chain((kinds) => eventsOf(kinds)),
        async (budgeted, events) => {
          await spendTheRest(database, budgeted, await play(database, budgeted, events));
        },
      ),
      { numRuns: runs(20) },
    );
  });
});
