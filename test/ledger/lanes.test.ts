import { afterAll, beforeAll, expect, test } from 'bun:test';
import { settleFacts } from '../../src/ledger/budgets/settle-facts.ts';
import type { Database } from '../../src/ledger/database.ts';
import { deliveryOf } from '../../src/ledger/delivery/delivery-rows.ts';
import type { Entry } from '../../src/ledger/entry.ts';
import { openPositions } from '../../src/ledger/lane-positions.ts';
import { holdLane } from '../../src/ledger/lanes.ts';
import { ONE_DATABASE } from '../../src/ledger/placement.ts';
import { type PostgresServer, startPostgres } from '../postgres/postgres-server.ts';
import { cleanUp, temporaryFolder } from '../process.ts';
import { countOf, drainOf, journalOf, newLocation, openLedger } from './ledger.ts';
import { AT_MS, aFact, factEntry } from './samples.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(cleanUp);

const newDatabase = async () => openLedger(await newLocation('postgres', postgres));

const sumOf = async ({ query }: Database, text: string) => {
  const [row] = await query(`select ${text} as total from rollups`);
  return Number(row?.total ?? 0);
};

test('a machine that holds a lane delays only that lane, and one without lanes delays all', async () => {
  const place = await newLocation('postgres', postgres);
  const [database, other] = [await openLedger(place), await openLedger(place)];
  const isTaken = async (hold: (query: Database['query']) => Promise<unknown>, lane: number) => {
    const end = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const holding = other.transaction(async (query) => {
      await hold(query);
      held.resolve();
      await end.promise;
    });
    await held.promise;
    const attempt = database
      .transaction(async (query) => {
        await query("set local lock_timeout = '300ms'");
        await holdLane(query, 'postgres', { lane, lanes: 4 });
        return false;
      })
      .catch(() => true);
    const taken = await attempt;
    end.resolve();
    await holding;
    return taken;
  };
  const holdTwoOfEight = (query: Database['query']) =>
    holdLane(query, 'postgres', { lane: 2, lanes: 8 });
  expect(await isTaken(holdTwoOfEight, 1)).toBe(false);
  expect(await isTaken(holdTwoOfEight, 2)).toBe(true);
  const withoutLanes = (query: Database['query']) =>
    query('update ledger_turn set turns = turns + 1 where id = 1');
  expect(await isTaken(withoutLanes, 1)).toBe(true);
});

test('a segment that a Parley without lanes has drained in part goes on at its position', async () => {
  const database = await newDatabase();
  const folder = temporaryFolder();
  const entries = ['a', 'b', 'c'].map((auctionId) => factEntry(aFact({ auctionId })));
  const name = await journalOf(folder, entries);
  const firstLine = (await Bun.file(`${folder}/${name}-0.log`).text()).indexOf('\n') + 1;
  await database.query('insert into journal_positions (segment, byte_offset) values ($1, $2)', [
    ...[`${name}-0.log`, firstLine],
  ]);
  const placement = { ...ONE_DATABASE, lanes: 4 as const };
  await drainOf(folder, database, { placement }).drainOnce();
  const rows = await database.query('select auction_id from facts order by auction_id');
  expect(rows.map(({ auction_id }) => auction_id)).toEqual(['b', 'c']);
});

test('a segment keeps its number of lanes when the config changes', async () => {
  const database = await newDatabase();
  const segment = { segment: 's-0.log', file: temporaryFolder() };
  expect(await openPositions(database, segment, 4)).toEqual([0, 0, 0, 0]);
  expect(await openPositions(database, segment, 16)).toEqual([0, 0, 0, 0]);
});

test('a lane that fails is written again, and the others are not', async () => {
  const database = await newDatabase();
  const folder = temporaryFolder();
  const ids = Array.from({ length: 40 }, (_, index) => `a-${index}`);
  const tally = { measure: 'requests', count: 1, partner: '', campaign: '', reason: '' } as const;
  const { dimensions } = aFact().sale;
  const counted: Entry = {
    kind: 'tally',
    tally: { minuteMs: AT_MS, cells: [{ ...tally, dimensions }] },
  };
  await journalOf(folder, [counted, ...ids.map((auctionId) => factEntry(aFact({ auctionId })))]);
  let writes = 0;
  const flaky: Database = {
    ...database,
    transaction: (work) =>
      database.transaction(async (query) => {
        const result = await work(query);
        // The first opens the positions, the second is the first lane that comes to its end.
        if (++writes === 2) throw new Error('lost');
        return result;
      }),
  };
  const drain = drainOf(folder, flaky, { placement: { ...ONE_DATABASE, lanes: 4 } });
  await expect(drain.drainOnce()).rejects.toThrow('lost');
  await drain.drainOnce();
  expect(await countOf(database, 'facts')).toBe(ids.length);
  expect(await sumOf(database, 'sum(impressions)')).toBe(40);
  expect(await sumOf(database, 'sum(requests)')).toBe(1);
});

test('lanes that write the same counts and budgets side by side neither deadlock nor lose any', async () => {
  const place = await newLocation('postgres', postgres);
  const database = await openLedger(place);
  const machines = await Promise.all(
    [0, 1, 2].map(async (machine) => {
      const folder = temporaryFolder();
      const entries = Array.from({ length: 1500 }, (_, index) => {
        const fact = aFact({ auctionId: `m-${machine}-${index}`, campaign: `c-${index % 7}` });
        return factEntry({ ...fact, atMs: fact.atMs + (index % 3) * 86_400_000 });
      });
      await journalOf(folder, entries);
      return drainOf(folder, await openLedger(place), {
        placement: { ...ONE_DATABASE, lanes: 4 },
        async settle(query, facts) {
          await settleFacts(query, facts, new Set());
          return deliveryOf(facts, new Set());
        },
      });
    }),
  );
  await Promise.all(machines.map(({ drainOnce }) => drainOnce()));
  expect(await countOf(database, 'facts')).toBe(4500);
  const [budgets] = await database.query('select sum(impressions_total) as total from budgets');
  expect(Number(budgets?.total)).toBe(4500);
  const [shown] = await database.query(
    "select sum(count) as total from campaign_delivery where kind = 'shown'",
  );
  expect(Number(shown?.total)).toBe(4500);
  expect(await sumOf(database, 'sum(impressions)')).toBe(4500);
});
