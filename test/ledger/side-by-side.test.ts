import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { NO_ACCOUNTS } from '../../src/ledger/budgets/account.ts';
import type { Database, DatabaseLocation } from '../../src/ledger/database.ts';
import { writeLook } from '../../src/ledger/write-look.ts';
import { type PostgresServer, startPostgres } from '../postgres/postgres-server.ts';
import { cleanUp, temporaryFolder } from '../process.ts';
import { countOf, drainOf, journalOf, newLocation, openLedger } from './ledger.ts';
import { AT_MS, aFact, factEntry } from './samples.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(cleanUp);

let location: DatabaseLocation;
let database: Database;
beforeEach(async () => {
  location = await newLocation('postgres', postgres);
  database = await openLedger(location);
});

const sumOf = async (text: string) => {
  const [row] = await database.query(`select ${text}`);
  return Number(row?.total ?? 0);
};

/** A machine of its own: its journals, and connections to the same database. */
async function machineWith(entries: Parameters<typeof journalOf>[1]) {
  const folder = temporaryFolder();
  await journalOf(folder, entries);
  const own = await openLedger(location);
  return { folder, own, drain: drainOf(folder, own, { lookMax: { entries: 200, bytes: 1e6 } }) };
}

test('machines that write the same counts, budgets and facts side by side neither deadlock nor lose any', async () => {
  const machines = await Promise.all(
    [0, 1, 2].map((machine) => {
      const own = Array.from({ length: 1500 }, (_, index) => {
        const fact = aFact({ auctionId: `m-${machine}-${index}`, campaign: `c-${index % 7}` });
        return factEntry({ ...fact, atMs: fact.atMs + (index % 3) * 86_400_000 });
      });
      // The same notices everywhere, in another order.
      const same = Array.from({ length: 500 }, (_, index) =>
        factEntry(aFact({ auctionId: `same-${(index * (2 * machine + 1)) % 500}` })),
      );
      return machineWith(own.flatMap((entry, index) => [entry, same[index] ?? entry]));
    }),
  );
  await Promise.all(machines.map(({ drain }) => drain.drainOnce()));
  const facts = 3 * 1500 + 500;
  expect(await countOf(database, 'facts')).toBe(facts);
  expect(await sumOf('sum(impressions) as total from rollups')).toBe(facts);
  expect(await sumOf('sum(impressions_total) as total from budgets')).toBe(facts);
  const shown = "sum(count) as total from campaign_delivery where kind = 'shown'";
  expect(await sumOf(shown)).toBe(facts);
  expect(
    await sumOf('deadlocks as total from pg_stat_database where datname = current_database()'),
  ).toBe(0);
});

const LOOK = {
  entries: [factEntry(aFact())],
  moves: [{ journal: 'j', from: undefined, to: { segment: 0, offset: 1 } }],
  remotePartners: new Set<string>(),
  accountOf: NO_ACCOUNTS,
  nowMs: AT_MS,
  outboxRowsMax: 1,
};

/** Raises a real error of Postgres at the end of the first transactions. */
function failing(state: string, failures: number) {
  let transactions = 0;
  const transaction: Database['transaction'] = (work) =>
    database.transaction(async (query) => {
      const result = await work(query);
      if (++transactions <= failures) {
        await query(`do $$ begin raise exception 'x' using errcode = '${state}'; end $$`);
      }
      return result;
    });
  return { flaky: { ...database, transaction }, transactions: () => transactions };
}

test.each(['40P01', '40001'])(
  'a transaction that ends with %s is repeated at once, five times at most',
  async (state) => {
    const few = failing(state, 4);
    expect(await writeLook(few.flaky, LOOK)).toMatchObject({ newEvents: [aFact()] });
    expect(few.transactions()).toBe(5);
    expect(await countOf(database, 'facts')).toBe(1);
    const many = failing(state, 99);
    const moves = [{ journal: 'k', from: undefined, to: { segment: 0, offset: 1 } }];
    await expect(writeLook(many.flaky, { ...LOOK, moves })).rejects.toMatchObject({ errno: state });
    expect(many.transactions()).toBe(5);
  },
);

test('a transaction that ends with another error is not repeated at once', async () => {
  const one = failing('53100', 1);
  await expect(writeLook(one.flaky, LOOK)).rejects.toMatchObject({ errno: '53100' });
  expect(one.transactions()).toBe(1);
});
