import { afterAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import { onEachDatabase } from '../ledger/each-database.ts';
import { cleanUp, temporaryFolder } from '../process.ts';
import { anyEntry } from './any-entry.ts';
import { drainOf, journalOf } from './ledger.ts';
import { recountFacts, rollupsOf } from './recount.ts';

afterAll(cleanUp);

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
      { numRuns: 40 },
    );
  });
});
