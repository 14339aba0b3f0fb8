import { afterAll, beforeEach, expect, test } from 'bun:test';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openJournal } from '../../src/ledger/journal.ts';
import type { JournalEntry } from '../../src/ledger/journal-line.ts';
import { writeLine } from '../../src/ledger/journal-line.ts';
import type { Database } from '../../src/lib/sql/database.ts';
import { atCleanUp, cleanUp, temporaryFolder } from '../process.ts';
import { onEachDatabase } from './each-database.ts';
import { countOf, drainOf, journalOf } from './ledger.ts';
import { AT_MS, aFact, DIMENSIONS, factEntry } from './samples.ts';

afterAll(cleanUp);

const factOf = (auctionId: string) => factEntry(aFact({ auctionId }));

const requestOf = (count: number): JournalEntry => {
  const cell = { dimensions: DIMENSIONS, partner: '', campaign: '', creative: '', reason: '' };
  const cells = [{ ...cell, measure: 'requests' as const, count }];
  return { kind: 'tally', tally: { minuteMs: AT_MS - (AT_MS % 60_000), cells } };
};

onEachDatabase(({ open }) => {
  let database: Database;
  let folder: string;
  beforeEach(async () => {
    database = await open();
    folder = temporaryFolder();
  });

  const requests = async () => {
    const [row] = await database.query('select sum(requests) as requests from rollups');
    return Number(row?.requests ?? 0);
  };
  const factIds = async () =>
    (await database.query('select auction_id from facts order by auction_id')).map(
      ({ auction_id }) => auction_id,
    );

  /** What a backup has: the tables that a drain writes to. */
  async function putBack(rows: { readonly [table: string]: readonly object[] }): Promise<void> {
    for (const [table, kept] of Object.entries(rows)) {
      await database.query(`delete from ${table}`);
      for (const row of kept) {
        const names = Object.keys(row);
        const places = names.map((_, index) => `$${index + 1}`).join(', ');
        await database.query(
          `insert into ${table} (${names.join(', ')}) values (${places})`,
          Object.values(row),
        );
      }
    }
  }

  const backup = async () => ({
    journals: await database.query('select * from journals'),
    facts: await database.query('select * from facts'),
    rollups: await database.query('select * from rollups'),
  });

  test.each([
    ['to the middle of a journal', 1],
    ['to before the journal', 0],
  ])(
    'a start on a database that went back %s drains everything again that the journals still have',
    async (_, before) => {
      const options = { isWriterAlive: () => true };
      const journal = openJournal({ folder, name: 'worker', onFault() {} });
      atCleanUp(journal.close);
      const record = async (ids: readonly string[]) => {
        for (const id of ids) await journal.append(factOf(id));
        await journal.append(requestOf(ids.length));
      };
      const drain = () => drainOf(folder, database, options).drainOnce();
      if (before > 0) {
        await record(['a', 'b']);
        await drain();
      }
      const saved = await backup();
      if (before === 0) await record(['a', 'b']);
      await record(['c']);
      await drain();
      expect(await requests()).toBe(3);
      await putBack(saved);
      await drain();
      expect(await factIds()).toEqual(['a', 'b', 'c']);
      expect(await requests()).toBe(3);
    },
  );

  test('entries that this version does not know are not counted, and their segment is kept for one that does', async () => {
    const strange = writeLine({ kind: 'rumour', of: 'money' } as never);
    const name = await journalOf(folder, [factOf('a'), factOf('b')]);
    const file = join(folder, `${name}-0.log`);
    const bytes = Buffer.concat([strange, readFileSync(file), strange]);
    writeFileSync(file, bytes);
    const lookMax = { entries: 1, bytes: 100_000 };
    // The first process ends before the segment does.
    const first = drainOf(folder, database, { isWriterAlive: () => true, lookMax });
    await first.drainOnce();
    const later = drainOf(folder, database, { lookMax });
    await later.drainOnce();
    expect(await factIds()).toEqual(['a', 'b']);
    expect(first.lag().unknownEntries).toBe(2);
    expect(first.logged).toEqual([
      {
        level: 'error',
        facts: {
          segment: `${name}-0.log`,
          offset: 0,
          lines: 1,
          kept: `${name}-0.log.unknown`,
          count: 1,
        },
        message: expect.stringContaining('docs/ledger.md says how'),
      },
    ]);
    expect(readdirSync(folder)).toEqual([`${name}-0.log.unknown`]);
    expect(readFileSync(`${file}.unknown`).equals(bytes)).toBe(true);
    // As the documentation says: in a journal of another name, once it is known.
    expect(await countOf(database, 'journals')).toBe(1);
  });
});
