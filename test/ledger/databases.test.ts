import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SaleEvent } from '../../src/core/sale/fact.ts';
import type { JournalEntry } from '../../src/ledger/journal-line.ts';
import type { Database, DatabaseLocation } from '../../src/lib/sql/database.ts';
import { cleanUp, temporaryFolder } from '../process.ts';
import { onEachDatabase } from './each-database.ts';
import { countOf, drainOf, journalOf, openLedger } from './ledger.ts';
import { AT_MS, aFact, DIMENSIONS, factEntry } from './samples.ts';

afterAll(cleanUp);

onEachDatabase(({ locate }) => {
  let location: DatabaseLocation;
  let database: Database;
  let folder: string;
  beforeEach(async () => {
    location = await locate();
    database = await openLedger(location);
    folder = temporaryFolder();
  });

  test('a fact is kept as it came', async () => {
    await journalOf(folder, [factEntry(aFact({ kind: 'loss', lossCode: 102 }))]);
    await drainOf(folder, database).drainOnce();
    const [row] = await database.query('select * from facts');
    expect({ ...row, at_ms: Number(row?.at_ms), loss_code: Number(row?.loss_code) }).toMatchObject({
      auction_id: 'a-1',
      imp_id: '1',
      kind: 'loss',
      at_ms: AT_MS,
      loss_code: 102,
      partner: 'acme',
      seat: 'seat-1',
      campaign: 'shoes',
      creative: 'cr-1',
      ...DIMENSIONS,
    });
    expect([row?.price_micros, row?.sale_price_micros, row?.portion].map(Number)).toEqual([
      2_100_000, 2_500_000, 7,
    ]);
  });

  test('the same fact a thousand times, in several segments, is one fact and one count', async () => {
    const same = Array.from({ length: 500 }, () => factEntry(aFact()));
    await journalOf(folder, same, 20_000);
    await journalOf(folder, same, 20_000);
    expect(readdirSync(folder).length).toBeGreaterThan(2);
    const told: SaleEvent[] = [];
    await drainOf(folder, database, { onNewFacts: (facts) => told.push(...facts) }).drainOnce();
    expect(told).toEqual([aFact()]);
    expect(await countOf(database, 'facts')).toBe(1);
    const [row] = await database.query('select impressions, spend_nanos from rollups');
    expect([row?.impressions, row?.spend_nanos].map(Number)).toEqual([1, 2_100_000]);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('facts of test sales are kept and counted nowhere', async () => {
    await journalOf(folder, [factEntry(aFact({ isTest: true }))]);
    await drainOf(folder, database).drainOnce();
    expect(await countOf(database, 'facts where is_test = 1 and spend_nanos = 0')).toBe(1);
    expect(await countOf(database, 'rollups')).toBe(0);
  });

  test('of a damaged segment all other facts count once, it is reported, and it is kept aside', async () => {
    const ids = Array.from({ length: 40 }, (_, n) => `n${String(n).padStart(2, '0')}`);
    const entries = ids.map((auctionId) => factEntry(aFact({ auctionId })));
    const name = await journalOf(folder, entries);
    const file = join(folder, `${name}-0.log`);
    const bytes = readFileSync(file);
    const line = bytes.length / 40;
    bytes[20 * line + 20] = 0;
    writeFileSync(file, bytes);
    const drain = drainOf(folder, database, { lookMax: { entries: 5, bytes: 1e6 } });
    await drain.drainOnce();
    const stored = await database.query('select auction_id as id from facts order by auction_id');
    expect(stored.map(({ id }) => id)).toEqual(ids.toSpliced(20, 1));
    const [row] = await database.query('select sum(impressions) as impressions from rollups');
    expect(Number(row?.impressions)).toBe(39);
    const kept = `${name}-0.log.damaged`;
    expect(drain.logged).toMatchObject([
      { level: 'error', facts: { offset: 20 * line, lines: 1, bytes: line, kept } },
    ]);
    expect(readdirSync(folder)).toEqual([kept]);
    await drain.drainOnce();
    expect(drain.logged.length).toBe(1);
    expect(drain.lag().unknownEntries).toBe(0);
  });

  describe('calls to partners', () => {
    const URLS = ['https://dsp.example/win', 'https://dsp.example/win?n=2'];
    const win = factEntry(aFact({ kind: 'win' }), URLS);
    const queued = () => database.query('select id, partner, url from outbox order by id');
    const expected = [
      { id: 'a-1|1|win|0', partner: 'acme', url: 'https://dsp.example/win' },
      { id: 'a-1|1|win|1', partner: 'acme', url: 'https://dsp.example/win?n=2' },
    ];

    test('that a fact carries are due with it once, however often its notice comes', async () => {
      for (const entries of [[win, win], [win], [factEntry(aFact({ auctionId: 'b' }))]]) {
        await journalOf(folder, entries);
        await drainOf(folder, database).drainOnce();
      }
      expect([...(await queued())]).toEqual(expected);
    });

    test('that the outbox has no room for are refused and counted, of each partner alone', async () => {
      const sold = (auctionId: string, partner: string, urls: readonly string[]): JournalEntry => {
        const fact = aFact({ auctionId });
        return { kind: 'fact', fact: { ...fact, sale: { ...fact.sale, partner } }, calls: urls };
      };
      const called: string[] = [];
      const onCall = (result: string, count: number) => called.push(`${result} ${count}`);
      const options = { outboxRowsMax: 2, onCall };
      const drain = drainOf(folder, database, options);
      await journalOf(folder, [
        sold('a', 'acme', ['https://dsp.example/1']),
        sold('b', 'acme', URLS),
      ]);
      await drain.drainOnce();
      expect(await countOf(database, 'outbox')).toBe(2);
      expect(await countOf(database, 'facts')).toBe(2);
      await journalOf(folder, [
        sold('c', 'acme', ['https://dsp.example/1']),
        sold('d', 'other', URLS),
      ]);
      await drain.drainOnce();
      expect(await countOf(database, "outbox where partner = 'other'")).toBe(2);
      expect(called).toEqual(['refused 1', 'refused 1']);
      expect(drain.lag().refusedCalls).toBe(2);
      expect(drain.logged.map(({ level }) => level)).toEqual(['warn', 'warn']);
    });
  });

  test('a query beside a transaction is not rolled back with it', async () => {
    const begun = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const failed = database
      .transaction(async (query) => {
        await query('insert into store_turn (id, revision) values (2, 0)');
        begun.resolve();
        await asked.promise;
        throw new Error('undone');
      })
      .catch((error: Error) => error.message);
    await begun.promise;
    const other = database.query('insert into store_turn (id, revision) values (3, 0)');
    asked.resolve();
    await other;
    expect(await failed).toBe('undone');
    const rows = await database.query('select id from store_turn order by id');
    expect(rows.map(({ id }) => Number(id))).toEqual([1, 3]);
  });

  test('a transaction that fails leaves nothing, on whichever connection the next ones run', async () => {
    const insert = 'insert into store_turn (id, revision) values ($1, 0)';
    const numbers = Array.from({ length: 12 }, (_, n) => 10 + n);
    for (const number of numbers) {
      const failed = database.transaction(async (query) => {
        await query(insert, [number]);
        throw new Error('undone');
      });
      expect(await failed.catch((error: Error) => error.message)).toBe('undone');
    }
    for (const number of numbers) {
      await database.transaction((query) => query(insert, [100 + number]));
    }
    const rows = await database.query('select id from store_turn where id > 1 order by id');
    expect(rows.map(({ id }) => Number(id))).toEqual(numbers.map((number) => 100 + number));
  });
});
