import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { type Database, type DatabaseLocation, openDatabase } from '../../src/ledger/database.ts';
import { openPositions } from '../../src/ledger/lane-positions.ts';
import { migrate } from '../../src/ledger/migrate.ts';
import { createOutbox } from '../../src/ledger/outbox.ts';
import { writeBatch } from '../../src/ledger/write-batch.ts';
import type { Fact } from '../../src/sale/fact.ts';
import { type PostgresServer, startPostgres } from '../postgres/postgres-server.ts';
import { cleanUp, temporaryFolder } from '../process.ts';
import { countOf, drainOf, journalOf, KINDS, newLocation, openLedger } from './ledger.ts';
import { recountFacts, rollupsOf } from './recount.ts';
import { AT_MS, aFact, anyEntry, DIMENSIONS, factEntry, someCalls } from './samples.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(cleanUp);

describe.each([...KINDS])('on %s', (kind) => {
  let location: DatabaseLocation;
  let database: Database;
  let folder: string;
  beforeEach(async () => {
    location = await newLocation(kind, postgres);
    database = await openLedger(location);
    folder = temporaryFolder();
  });

  const opened = async () => {
    const lane = { segment: 's-0.log', file: folder, lane: 0, lanes: 1 };
    await openPositions(database, lane, lane.lanes);
    return lane;
  };

  test('a fact is kept as it came', async () => {
    await journalOf(folder, [factEntry(aFact({ kind: 'loss', lossCode: 102 }))]);
    await drainOf(folder, database).drainOnce();
    const [row] = await database.query('select * from facts');
    expect({ ...row, at_ms: Number(row?.at_ms), loss_code: Number(row?.loss_code) }).toMatchObject({
      ...{ auction_id: 'a-1', imp_id: '1', kind: 'loss', at_ms: AT_MS, loss_code: 102 },
      ...{ partner: 'acme', seat: 'seat-1', campaign: 'shoes', creative: 'cr-1' },
      ...DIMENSIONS,
    });
    expect([row?.price_micros, row?.sale_price_micros, row?.machine].map(Number)).toEqual([
      2_100_000, 2_500_000, 7,
    ]);
  });

  test('the same fact a thousand times, in several segments, is one fact and one count', async () => {
    const same = Array.from({ length: 500 }, () => factEntry(aFact()));
    await journalOf(folder, same, 20_000);
    await journalOf(folder, same, 20_000);
    expect(readdirSync(folder).length).toBeGreaterThan(2);
    const told: Fact[] = [];
    await drainOf(folder, database, { onNewFacts: (facts) => told.push(...facts) }).drainOnce();
    expect(told).toEqual([aFact()]);
    expect(await countOf(database, 'facts')).toBe(1);
    const [row] = await database.query('select impressions, spend_nanos from rollups');
    expect([row?.impressions, row?.spend_nanos].map(Number)).toEqual([1, 2_100_000]);
    expect(readdirSync(folder)).toEqual([]);
    expect(await countOf(database, 'journal_positions')).toBe(0);
  });

  test('facts are stored even if the listener for new facts throws', async () => {
    await journalOf(folder, [factEntry(aFact())]);
    const onNewFacts = () => {
      throw new Error('no');
    };
    const drain = drainOf(folder, database, { onNewFacts });
    await drain.drainOnce();
    expect(await countOf(database, 'facts')).toBe(1);
    expect(drain.logged.map(({ level }) => level)).toEqual(['error']);
  });

  test('facts of test sales are kept and counted nowhere', async () => {
    await journalOf(folder, [factEntry(aFact({ isTest: true }))]);
    await drainOf(folder, database).drainOnce();
    expect(await countOf(database, 'facts where is_test = 1 and spend_nanos = 0')).toBe(1);
    expect(await countOf(database, 'rollups')).toBe(0);
  });

  test('the counts are what a recount of facts and tallies gives', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyEntry, { maxLength: 60 }), async (entries) => {
        for (const table of ['facts', 'rollups', 'partner_calls', 'outbox']) {
          await database.query(`delete from ${table}`);
        }
        await journalOf(folder, entries, 4000);
        await drainOf(folder, database).drainOnce();
        const tallied = entries.flatMap((entry) =>
          entry.kind === 'tally' ? entry.tally.cells.map(({ count }) => count) : [],
        );
        const rollups = await rollupsOf(database);
        expect(rollups.facts).toEqual(await recountFacts(database));
        expect(rollups.requests).toBe(tallied.reduce((sum, count) => sum + count, 0));
      }),
      { numRuns: 40 },
    );
  }, 120_000);

  test('a part of a segment that someone else has drained is not counted again', async () => {
    const part = { ...(await opened()), nowMs: AT_MS, entries: [factEntry(aFact())] };
    const first = { ...part, fromOffset: 0, toOffset: 10 };
    expect(await writeBatch(database, first)).toMatchObject({ refusedCalls: 0 });
    expect(await writeBatch(database, first)).toBe('moved');
    const second = { ...part, fromOffset: 10, toOffset: 20 };
    expect(await writeBatch(database, second)).toMatchObject({ newFacts: [] });
    expect(await writeBatch(database, second)).toBe('moved');
  });

  test('a live segment is drained as it grows, and kept', async () => {
    const name = await journalOf(folder, [factEntry(aFact())]);
    const drain = drainOf(folder, database, { isWriterAlive: () => true });
    await drain.drainOnce();
    expect(await countOf(database, 'facts')).toBe(1);
    const [file = ''] = readdirSync(folder);
    expect(file).toBe(`${name}-0.log`);
    await journalOf(folder, [factEntry(aFact({ auctionId: 'a-2' }))]);
    const other = readdirSync(folder).find((one) => one !== file) ?? '';
    const both = [file, other].map((one) => readFileSync(join(folder, one)));
    writeFileSync(join(folder, file), Buffer.concat(both));
    await drain.drainOnce();
    expect(await countOf(database, 'facts')).toBe(2);
    expect(readdirSync(folder)).toContain(file);
  });

  test('a damaged segment counts up to the damage, is reported, and is kept aside', async () => {
    const entries = ['a', 'b', 'c'].map((auctionId) => factEntry(aFact({ auctionId })));
    const name = await journalOf(folder, entries);
    const file = join(folder, `${name}-0.log`);
    const bytes = readFileSync(file);
    bytes[bytes.indexOf('\n') + 20] = 0;
    writeFileSync(file, bytes);
    const drain = drainOf(folder, database);
    await drain.drainOnce();
    expect(await countOf(database, 'facts')).toBe(1);
    expect(drain.logged.map(({ level }) => level)).toEqual(['error']);
    expect(readdirSync(folder)).toEqual([`${name}-0.log.damaged`]);
    await drain.drainOnce();
    expect(drain.logged.length).toBe(1);
  });

  test('a drained segment whose removal was interrupted is removed', async () => {
    const name = await journalOf(folder, [factEntry(aFact())]);
    const bytes = readFileSync(join(folder, `${name}-0.log`));
    await drainOf(folder, database).drainOnce();
    writeFileSync(join(folder, `${name}-0.log.drained`), bytes);
    await database.query('insert into journal_positions (segment, byte_offset) values ($1, 1)', [
      `${name}-0.log`,
    ]);
    await drainOf(folder, database).drainOnce();
    expect(readdirSync(folder)).toEqual([]);
    expect(await countOf(database, 'journal_positions')).toBe(0);
  });

  describe('calls to partners', () => {
    const WIN = 'https://dsp.example/win?p=${AUCTION_PRICE}';
    const LOSS = 'https://dsp.example/loss?p=${AUCTION_PRICE:B64}&r=${AUCTION_LOSS}';
    const calls = someCalls('a-1', { win: [WIN, `${WIN}&n=2`], loss: [LOSS] });
    const callsOfB = {
      auctionId: 'b',
      impId: '1',
      untilMs: AT_MS + 86_400_000,
      urls: { win: [WIN] },
    };
    const win = factEntry(aFact({ kind: 'win' }));
    const queued = () => database.query('select id, partner, url from outbox order by id');
    const expected = [
      { id: 'a-1|1|win|0', partner: 'acme', url: 'https://dsp.example/win?p=2.1' },
      { id: 'a-1|1|win|1', partner: 'acme', url: 'https://dsp.example/win?p=2.1&n=2' },
    ];

    test.each([
      ['before the fact', [[calls], [win]]],
      ['after the fact', [[win], [calls]]],
      ['with the fact', [[win, calls]]],
      ['again and again', [[win, calls, win], [calls], [win]]],
    ])('are due once when the URLs come %s', async (_, journals) => {
      for (const entries of journals) {
        await journalOf(folder, entries);
        await drainOf(folder, database).drainOnce();
      }
      expect([...(await queued())]).toEqual(expected);
    });

    test('of a loss are told its reason', async () => {
      await journalOf(folder, [factEntry(aFact({ kind: 'loss', lossCode: 102 })), calls]);
      await drainOf(folder, database).drainOnce();
      expect((await queued())[0]?.url).toBe('https://dsp.example/loss?p=2.1&r=102');
    });

    test('that the outbox has no room for are refused and counted, of each partner alone', async () => {
      const batch = { ...(await opened()), fromOffset: 0, toOffset: 1, nowMs: AT_MS };
      const written = await writeBatch(database, {
        ...{ ...batch, entries: [win, calls], outboxRowsMax: 1 },
      });
      expect(written).toMatchObject({ refusedCalls: 1 });
      expect(await countOf(database, 'outbox')).toBe(1);
      expect(await countOf(database, 'facts')).toBe(1);
      const others = { kind: 'calls' as const, calls: { ...callsOfB, partner: 'other' } };
      const second = { ...batch, fromOffset: 1, toOffset: 2, outboxRowsMax: 1 };
      const entries = [factEntry(aFact({ auctionId: 'b', kind: 'win' })), others];
      expect(await writeBatch(database, { ...second, entries })).toMatchObject({ refusedCalls: 0 });
    });

    test('are leased to one at a time, come back when the lease ends, and go when done', async () => {
      await journalOf(folder, [win, calls]);
      await drainOf(folder, database).drainOnce();
      const other = await openDatabase(location);
      let now = AT_MS;
      const [a, b] = [database, other].map((one) => createOutbox(one, () => now));
      const asked = { ended: [], againAfterMs: 500, limit: 10, except: [], leaseMs: 1000 };
      const taken = await Promise.all([a?.due(asked), b?.due(asked)]);
      expect(
        taken
          .flatMap((rows) => rows ?? [])
          .map(({ id }) => id)
          .sort(),
      ).toEqual(expected.map(({ id }) => id));
      expect(await a?.due(asked)).toEqual([]);
      now += 1001;
      const leaseUntilMs = now + 1000;
      expect(await b?.due({ ...asked, limit: 1 })).toEqual([
        { ...expected[0], failures: 1, leaseUntilMs },
      ] as never);
      await b?.due({ ...asked, limit: 1 });
      const ended = [
        { id: 'a-1|1|win|0', next: 'never' as const, leaseUntilMs },
        { id: 'a-1|1|win|1', next: 'again' as const, leaseUntilMs },
      ];
      expect(await b?.due({ ...asked, ended, limit: 0 })).toEqual([]);
      expect(await a?.due(asked)).toEqual([]);
      now += 500;
      expect(await a?.due(asked)).toMatchObject([{ id: 'a-1|1|win|1', failures: 2 }]);
      const made = { id: 'a-1|1|win|1', next: 'never' as const, leaseUntilMs: 0 };
      await a?.due({ ...asked, ended: [made], limit: 0 });
      expect(await countOf(database, 'outbox')).toBe(0);
      await other.close();
    });

    test('are deleted with their URLs once no notice can come any more', async () => {
      const clickUntilMs = AT_MS + 30 * 86_400_000;
      const urls = { win: [WIN], loss: [LOSS], click: [WIN] };
      const entry = {
        kind: 'calls' as const,
        calls: { ...callsOfB, partner: 'acme', clickUntilMs, urls },
      };
      const kinds = async () =>
        (await database.query('select kind from partner_calls order by kind')).map(
          ({ kind }) => kind,
        );
      await journalOf(folder, [entry, factEntry(aFact({ auctionId: 'b', kind: 'win' }))]);
      await drainOf(folder, database).drainOnce();
      expect(await kinds()).toEqual(['click', 'loss']);
      const day = 86_400_000;
      await drainOf(folder, database, { nowMs: () => AT_MS + day + 3_600_001 }).drainOnce();
      expect(await kinds()).toEqual(['click']);
      await journalOf(folder, [factEntry(aFact({ auctionId: 'b', kind: 'click' }))]);
      await drainOf(folder, database).drainOnce();
      expect(await kinds()).toEqual([]);
    });
  });

  test('a query beside a transaction is not rolled back with it', async () => {
    const begun = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const failed = database
      .transaction(async (query) => {
        await query('insert into ledger_turn (id, turns) values (2, 0)');
        begun.resolve();
        await asked.promise;
        throw new Error('undone');
      })
      .catch((error: Error) => error.message);
    await begun.promise;
    const other = database.query('insert into ledger_turn (id, turns) values (3, 0)');
    asked.resolve();
    await other;
    expect(await failed).toBe('undone');
    expect(
      [...(await database.query('select id from ledger_turn order by id'))].map(({ id }) =>
        Number(id),
      ),
    ).toEqual([1, 3]);
  });

  test('tables are made once, by however many start together', async () => {
    const fresh = await newLocation(kind, postgres);
    const opened = await Promise.all([1, 2, 3].map(() => openDatabase(fresh)));
    expect(await Promise.all(opened.map((one) => migrate(one)))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    for (const one of opened) await one.close();
  });
});
