import { afterAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { JournalEntry } from '../../src/ledger/journal-line.ts';
import type { Database } from '../../src/lib/sql/database.ts';
import { cleanUp, temporaryFolder } from '../process.ts';
import { runs } from '../properties/runs.ts';
import { anyEntry } from './any-entry.ts';
import { onEachDatabase } from './each-database.ts';
import { countOf, drainOf, journalOf } from './ledger.ts';
import { expectExactly, recountFacts, rollupsOf } from './recount.ts';
import { aFact, DIMENSIONS, factEntry } from './samples.ts';

afterAll(cleanUp);

const NOBODY = { partner: '', campaign: '', creative: '', reason: '' };
const CELL = { ...NOBODY, measure: 'requests', count: 1, dimensions: DIMENSIONS } as const;
const ONE_REQUEST: JournalEntry = { kind: 'tally', tally: { minuteMs: 0, cells: [CELL] } };

type Fate = 'well' | 'undone' | 'unheard';

/** Of which each transaction ends as it is told: as it should, undone, or done without anyone hearing of it. */
function fated(database: Database, fates: () => Fate): Database {
  return {
    ...database,
    async transaction(work) {
      const fate = fates();
      const result = await database.transaction(async (query) => {
        const done = await work(query);
        if (fate === 'undone') throw new Error('killed');
        return done;
      });
      if (fate === 'unheard') throw new Error('killed');
      return result;
    },
  };
}

onEachDatabase(({ open }) => {
  test('the counts are what a recount of facts and tallies gives', async () => {
    const database = await open();
    const folder = temporaryFolder();
    await fc.assert(
      fc.asyncProperty(fc.array(anyEntry, { maxLength: 60 }), async (entries) => {
        for (const table of ['facts', 'rollups', 'outbox']) {
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
      { numRuns: runs(20) },
    );
  });

  test('drains that end at any transaction, and others that go on, count every entry and call once', async () => {
    const database = await open();
    const fates = fc.array(fc.constantFrom<Fate>('well', 'undone', 'unheard'), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(fates, fc.integer({ min: 1, max: 40 }), async (all, entriesMax) => {
        for (const table of ['facts', 'rollups', 'outbox']) {
          await database.query(`delete from ${table}`);
        }
        const folder = temporaryFolder();
        const ids = Array.from({ length: 60 }, (_, index) => `a-${index}`);
        const entries = ids.flatMap((auctionId) => [
          factEntry(aFact({ auctionId }), ['https://d.example/']),
          ONE_REQUEST,
        ]);
        await journalOf(folder, entries, 4000);
        const ends = all.values();
        for (let isDone = false; !isDone; ) {
          const own = fated(database, () => ends.next().value ?? 'well');
          // Each time another process.
          const drain = drainOf(folder, own, { lookMax: { entries: entriesMax, bytes: 1e6 } });
          isDone = await drain.drainOnce().then(
            () => true,
            () => false,
          );
        }
        expect(await countOf(database, 'outbox')).toBe(ids.length);
        expect((await rollupsOf(database)).requests).toBe(ids.length);
        await expectExactly(database, new Set(ids.map((id) => `${id} impression`)));
      }),
      { numRuns: runs(20) },
    );
  });
});
