import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { createOutbox } from '../../src/ledger/outbox.ts';
import { DAY_MS } from '../../src/lib/day.ts';
import type { Database } from '../../src/lib/sql/database.ts';
import { account, FIVE_DOLLARS_CPM, total } from '../budgets/accounts.ts';
import { createWorld, ledgerRow } from '../budgets/world.ts';
import { countOf, drainOf, dropFacts, journalOf, openLedger } from '../ledger/ledger.ts';
import { aFact, factEntry } from '../ledger/samples.ts';
import { newPostgresDatabase } from '../postgres/shared-postgres.ts';
import { cleanUp, temporaryFolder } from '../process.ts';

/** What several machines do to the tables of one Postgres at the same time, and with clocks that differ. */

afterAll(cleanUp);

const AHEAD_MS = 4000 * DAY_MS;
const KEEP_DAYS = 40;

let location: { readonly kind: 'postgres'; readonly url: string };
let database: Database;
beforeEach(async () => {
  location = { kind: 'postgres', url: await newPostgresDatabase() };
  database = await openLedger(location);
});

const totalOf = async (text: string) => {
  const [row] = await database.query(`select ${text}`);
  return Number(row?.total ?? 0);
};

const deadlocks = () =>
  totalOf('deadlocks as total from pg_stat_database where datname = current_database()');

test('machines that write the same counts, budgets, facts and calls side by side neither deadlock nor lose any', async () => {
  const machines = await Promise.all(
    [0, 1, 2].map(async (machine) => {
      const own = Array.from({ length: 500 }, (_, index) => {
        const fact = aFact({ auctionId: `m-${machine}-${index}`, campaign: `c-${index % 7}` });
        return factEntry({ ...fact, atMs: fact.atMs + (index % 3) * DAY_MS });
      });
      // The same notices everywhere, in another order.
      const same = Array.from({ length: 200 }, (_, index) => {
        const auctionId = `same-${(index * (2 * machine + 1)) % 200}`;
        return factEntry(aFact({ auctionId }), ['https://dsp.example/seen']);
      });
      const folder = temporaryFolder();
      await journalOf(
        folder,
        own.flatMap((entry, index) => [entry, same[index] ?? entry]),
      );
      return drainOf(folder, await openLedger(location), { lookMax: { entries: 200, bytes: 1e6 } });
    }),
  );
  await Promise.all(machines.map((drain) => drain.drainOnce()));
  const facts = 3 * 500 + 200;
  expect(await countOf(database, 'facts')).toBe(facts);
  expect(await countOf(database, 'outbox')).toBe(200);
  expect(await totalOf('sum(impressions) as total from rollups')).toBe(facts);
  expect(await totalOf('sum(impressions_total) as total from budgets')).toBe(facts);
  const shown = "sum(count) as total from campaign_delivery where kind = 'shown'";
  expect(await totalOf(shown)).toBe(facts);
  expect(await deadlocks()).toBe(0);
});

const NO_CALLS = { ended: [], againAfterMs: 0, limit: 0, except: [], takenMs: 1000 };

test('a Postgres that publishes all tables is drained into: every table that is updated has a primary key', async () => {
  await database.query('create publication everything for all tables');
  for (const auctionId of ['a', 'b']) {
    const folder = temporaryFolder();
    await journalOf(folder, [factEntry(aFact({ auctionId }))]);
    await drainOf(folder, database).drainOnce();
  }
  expect(await totalOf('sum(impressions) as total from rollups')).toBe(2);
});

test('the months of the facts are arranged once by however many machines, and facts of a clock that was ahead move to theirs', async () => {
  const machines = await Promise.all([1, 2].map(() => openLedger(location)));
  const arrange = (nowMs: number) =>
    Promise.all([database, ...machines].map((one) => dropFacts(one, nowMs, KEEP_DAYS)));
  const monthMs = (month: number) => Date.UTC(2026, month, 15);
  await arrange(monthMs(10));
  expect(await countOf(database, 'facts_2026_12')).toBe(0);
  const soldMs = monthMs(12);
  const store = async () => {
    const folder = temporaryFolder();
    await journalOf(folder, [factEntry(aFact({ soldMs, atMs: soldMs + 1000 }))]);
    await drainOf(folder, database).drainOnce();
  };
  await store();
  expect(await countOf(database, 'facts_rest')).toBe(1);
  await arrange(monthMs(12));
  await store();
  expect(await countOf(database, 'facts_rest')).toBe(0);
  expect(await countOf(database, 'facts_2027_01')).toBe(1);
});

describe('a machine whose clock is wrong', () => {
  test.each([AHEAD_MS, -AHEAD_MS])(
    'by %i ms drops no facts and positions of others, and others drop none of its own',
    async (wrongMs) => {
      const soldMs = Date.now();
      for (const offsetMs of [0, wrongMs, 0]) {
        const folder = temporaryFolder();
        await journalOf(folder, [factEntry(aFact({ auctionId: folder, soldMs, atMs: soldMs }))]);
        const nowMs = () => Date.now() + offsetMs;
        await drainOf(folder, database, { nowMs, keepDays: KEEP_DAYS }).drainOnce();
      }
      for (const table of ['facts', 'journals']) {
        expect([table, await countOf(database, table)]).toEqual([table, 3]);
      }
    },
  );

  test('takes over no calls that another has in flight, and delays none', async () => {
    const aheadMs = () => Date.now() + 3_600_000;
    const [right, ahead] = [createOutbox(database, Date.now), createOutbox(database, aheadMs)];
    const folder = temporaryFolder();
    const urls = ['https://dsp.example/a', 'https://dsp.example/b'];
    await journalOf(folder, [factEntry(aFact(), urls)]);
    await drainOf(folder, database, { nowMs: aheadMs }).drainOnce();
    const takenMs = 600_000;
    const taken = (await right.due({ ...NO_CALLS, takenMs, limit: 10 })) ?? [];
    expect(taken.map(({ url }) => url).sort()).toEqual(urls);
    expect(await ahead.due({ ...NO_CALLS, takenMs, limit: 10 })).toEqual([]);
    const ended = taken.map(({ id, takenUntilMs }) => ({
      id,
      takenUntilMs,
      next: 'again' as const,
    }));
    await ahead.due({ ...NO_CALLS, ended, limit: 0 });
    expect(await right.due({ ...NO_CALLS, limit: 10 })).toHaveLength(2);
  });

  test.each([720_000, -720_000])(
    'by %i ms ends before it has changed any budget',
    async (aheadMs) => {
      const boots = account({ money: total(200 * 5000) });
      const world = createWorld(database, [boots]);
      const right = world.startMachine(0);
      await world.tick(right);
      for (let sold = 0; sold < 3; sold++) world.sell(right, 0, FIVE_DOLLARS_CPM);
      const before = await ledgerRow(database.query, boots);
      expect(before.held_micros).toBeGreaterThan(0);
      const wrong = world.startMachine(1, aheadMs);
      await expect(world.tick(wrong)).rejects.toThrow('the clock of this machine');
      expect(world.ends).toHaveLength(1);
      expect(wrong.worker.canPay(0, FIVE_DOLLARS_CPM, world.nowMs() + aheadMs)).toBeFalse();
      expect(await ledgerRow(database.query, boots)).toEqual(before);
      const machines = await database.query('select machine from machines');
      expect(machines).toEqual([{ machine: right.id }]);
    },
  );
});
