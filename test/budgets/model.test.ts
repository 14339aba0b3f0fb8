import { afterAll, beforeAll, describe, test } from 'bun:test';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Account } from '../../src/ledger/budgets/account.ts';
import { type Database, openDatabase } from '../../src/ledger/database.ts';
import { prepareSchema } from '../../src/ledger/open-schema.ts';
import { startPostgres } from '../postgres/postgres-server.ts';
import { cleanUp, temporaryFolder } from '../process.ts';
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

const databases = {
  sqlite: {
    runs: 60,
    open: () => openDatabase({ kind: 'sqlite', file: join(temporaryFolder(), 'ledger.db') }),
  },
  postgres: {
    runs: 15,
    open: async () =>
      openDatabase({ kind: 'postgres', url: await (await startPostgres()).newDatabase() }),
  },
};

for (const [kind, { runs, open }] of Object.entries(databases)) {
  describe(`on ${kind}, whatever happens in whatever order`, () => {
    let database: Database;
    beforeAll(async () => {
      database = await open();
      await prepareSchema(database);
      await prepareSchema(database);
    });
    afterAll(() => database.close());

    test('machines that crash and lose their ledger never exceed a budget', async () => {
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...BUDGETS), eventsOf(ROUGH), async (budgeted, events) => {
          await play(database, budgeted, events);
        }),
        { numRuns: runs },
      );
    });

    test('machines whose journals are drained late never exceed a budget', async () => {
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...BUDGETS), eventsOf(LAGGING), async (some, events) => {
          await play(database, some, events);
        }),
        { numRuns: runs },
      );
    });

    test('machines that are killed and whose slices are returned never exceed a budget', async () => {
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...BUDGETS), eventsOf(KILLED), async (some, events) => {
          await play(database, some, events);
        }),
        { numRuns: runs },
      );
    });

    test('nothing of a total is wasted in the end', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...BUDGETS.slice(0, 3)),
          fc.constantFrom(CALM, ROUGH).chain((kinds) => eventsOf(kinds)),
          async (budgeted, events) => {
            await spendTheRest(database, budgeted, await play(database, budgeted, events));
          },
        ),
        { numRuns: runs },
      );
    });
  });
}
