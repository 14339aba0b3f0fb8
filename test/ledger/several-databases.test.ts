import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import {
  forwardSettlements,
  keepSettlement,
} from '../../src/ledger/budgets/forward-settlements.ts';
import { settleFacts } from '../../src/ledger/budgets/settle-facts.ts';
import type { Database } from '../../src/ledger/database.ts';
import { deliveryOf } from '../../src/ledger/delivery/delivery-rows.ts';
import { readDelivery } from '../../src/ledger/delivery/read-delivery.ts';
import { agreeOnPlace } from '../../src/ledger/place.ts';
import type { Placement } from '../../src/ledger/placement.ts';
import { runReport } from '../../src/ledger/report.ts';
import { createRetirement } from '../../src/ledger/retirement.ts';
import { type PostgresServer, startPostgres } from '../postgres/postgres-server.ts';
import { cleanUp, temporaryFolder } from '../process.ts';
import { countOf, drainOf, journalOf, newLocation, openLedger } from './ledger.ts';
import { AT_MS, aFact, factEntry, someCalls } from './samples.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(cleanUp);

const newDatabase = async () => openLedger(await newLocation('postgres', postgres));

/** Drains of one folder into several databases, as one machine has them. */
async function drainsOf(folder: string, databases: readonly Database[], sinceMs = 0) {
  const retirement = createRetirement(
    folder,
    databases.map((database) => () => database),
  );
  return databases.map((database, index) => {
    const placement: Placement = { index, databases: databases.length, lanes: 4, sinceMs };
    const settle = index === 0 ? settleFacts : keepSettlement;
    return drainOf(folder, database, {
      ...{ placement, retirement },
      async settle(query, facts) {
        await settle(query, facts, new Set());
        return deliveryOf(facts, new Set());
      },
    });
  });
}

const sums = async (databases: readonly Database[], text: string) => {
  const found = await Promise.all(databases.map(({ query }) => query(text)));
  return found.map(([row]) => Number(row?.total ?? 0));
};

const total = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);

test('over several databases each sale is in one of them, with its calls, and reports sum over all', async () => {
  const databases = [await newDatabase(), await newDatabase(), await newDatabase()];
  const [home] = databases;
  if (home === undefined) throw new Error('no database');
  const folder = temporaryFolder();
  const ids = Array.from({ length: 300 }, (_, index) => `a-${index}`);
  const entries = ids.flatMap((auctionId) => [
    factEntry(aFact({ auctionId, campaign: 'c' })),
    { kind: 'calls', calls: callsOf(auctionId) } as const,
  ]);
  await journalOf(folder, entries, 20_000);
  // The same notices on another machine.
  const otherFolder = temporaryFolder();
  await journalOf(otherFolder, entries.toReversed());
  for (const from of [folder, otherFolder]) {
    for (const drain of await drainsOf(from, databases)) await drain.drainOnce();
  }
  const facts = await sums(databases, 'select count(*) as total from facts');
  expect(total(facts)).toBe(ids.length);
  for (const count of facts) expect(count).toBeGreaterThan(50);
  expect(await sums(databases, 'select count(*) as total from outbox')).toEqual(facts);
  const span = { fromMs: AT_MS - 86_400_000, toMs: AT_MS + 86_400_000 };
  const report = await runReport(databases, { by: ['partner'], ...span });
  if ('reason' in report) throw new Error(report.reason);
  expect(report.rows.map(({ sums }) => Number(sums.impressions))).toEqual([ids.length]);
  const { partner } = aFact().sale;
  const delivery = await readDelivery(databases, { partner, campaign: 'c', fromDay: 0 });
  const shown = delivery.filter(({ kind }) => kind === 'shown');
  expect(shown.map(({ count }) => count)).toEqual([ids.length]);
  for (const [source, database] of databases.entries()) {
    if (source > 0) await forwardSettlements(home, database, source);
  }
  expect(await sums([home], 'select impressions_total as total from budgets')).toEqual([
    ids.length,
  ]);
  expect(readdirSync(folder)).toEqual([]);
});

function callsOf(auctionId: string) {
  const entry = someCalls(auctionId, { impression: ['https://dsp.example/seen'] });
  if (entry.kind !== 'calls') throw new Error('no calls');
  return { ...entry.calls, soldMs: aFact().sale.soldMs };
}

test('sales of before the databases became several stay in the first', async () => {
  const databases = [await newDatabase(), await newDatabase()];
  const folder = temporaryFolder();
  const ids = Array.from({ length: 30 }, (_, index) => `a-${index}`);
  const before = ids.map((auctionId) => factEntry(aFact({ auctionId })));
  await journalOf(folder, [
    ...before,
    ...ids.map((id) => someCalls(id, { impression: ['https://a.example'] })),
  ]);
  const sinceMs = aFact().sale.soldMs + 1;
  for (const drain of await drainsOf(folder, databases, sinceMs)) await drain.drainOnce();
  expect(await sums(databases, 'select count(*) as total from facts')).toEqual([30, 0]);
  expect(await sums(databases, 'select count(*) as total from outbox')).toEqual([30, 0]);
});

test('spend of another database is added to the budgets once, wherever the forwarding stops', async () => {
  const [home, other] = [await newDatabase(), await newDatabase()];
  const failures = ['before', 'commit', 'delete', 'none'] as const;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...failures), { maxLength: 6 }),
      fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 6 }),
      async (stops, batches) => {
        await home.query('delete from budgets');
        let spent = 0;
        for (const [index, facts] of batches.entries()) {
          const sold = Array.from({ length: facts }, () => aFact({ campaign: `c-${index % 2}` }));
          await other.transaction((query) => keepSettlement(query, sold, new Set()));
          spent += facts;
          await forwardSettlements(...faulty(home, other, stops[index] ?? 'none'), 1).catch(
            () => {},
          );
        }
        await Promise.all([1, 2].map(() => forwardSettlements(home, other, 1)));
        const text = 'select coalesce(sum(impressions_total), 0) as total from budgets';
        expect(await sums([home], text)).toEqual([spent]);
        expect(await countOf(other, 'settlements')).toBe(0);
        expect(await countOf(home, 'applied_settlements')).toBe(0);
      },
    ),
    { numRuns: 30 },
  );
});

/** Fails before the transaction, before its commit, or where the settlements are deleted. */
function faulty(
  home: Database,
  other: Database,
  stop: 'before' | 'commit' | 'delete' | 'none',
): readonly [Database, Database] {
  const fail = () => Promise.reject(new Error(stop));
  const transaction: Database['transaction'] = (work) =>
    home.transaction(async (query) => {
      const result = await work(query);
      if (stop === 'commit') await fail();
      return result;
    });
  return [
    stop === 'before' ? { ...home, transaction: fail } : { ...home, transaction },
    {
      ...other,
      query: (text, values) =>
        stop === 'delete' && text.startsWith('delete') ? fail() : other.query(text, values),
    },
  ];
}

test('a database keeps its position in the list, and a list that differs is refused', async () => {
  const [first, second] = [await newDatabase(), await newDatabase()];
  const home = () => first;
  const two = { databases: 2 } as const;
  expect(await agreeOnPlace(first, home, { index: 0, databases: 1 }, AT_MS)).toEqual({
    sinceMs: 0,
  });
  expect(await agreeOnPlace(first, home, { index: 0, ...two }, AT_MS)).toMatchObject({
    sinceMs: 0,
  });
  expect(await agreeOnPlace(second, home, { index: 1, ...two }, AT_MS)).toMatchObject({
    sinceMs: 0,
  });
  expect(await agreeOnPlace(second, home, { index: 0, ...two }, AT_MS)).toEqual({
    reason:
      'The database of ledger.databaseUrls[0] is number 2 of 2 in the ledger, but number 1 of 2 in the config: the list must not change.',
  });
  expect(await agreeOnPlace(first, home, { index: 0, databases: 1 }, AT_MS)).toMatchObject({
    reason: expect.stringContaining('number 1 of 2 in the ledger'),
  });
});

test('sales are spread an hour after a second database joined one that has facts', async () => {
  const [first, second] = [await newDatabase(), await newDatabase()];
  const folder = temporaryFolder();
  await journalOf(folder, [factEntry(aFact())]);
  await drainOf(folder, first).drainOnce();
  const sinceMs = AT_MS + 3_600_000;
  const place = { databases: 2 } as const;
  await expect(
    agreeOnPlace(second, () => undefined, { index: 1, ...place }, AT_MS),
  ).rejects.toThrow('the first database');
  expect(await agreeOnPlace(first, () => first, { index: 0, ...place }, AT_MS)).toMatchObject({
    sinceMs,
  });
  expect(
    await agreeOnPlace(second, () => first, { index: 1, ...place }, AT_MS + 5000),
  ).toMatchObject({ sinceMs });
});
