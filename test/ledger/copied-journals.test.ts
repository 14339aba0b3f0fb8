import { afterAll, expect, test } from 'bun:test';
import { cpSync, readdirSync } from 'node:fs';
import { openJournal } from '../../src/ledger/journal.ts';
import type { JournalEntry } from '../../src/ledger/journal-line.ts';
import type { Database } from '../../src/lib/sql/database.ts';
import { cleanUp, temporaryFolder } from '../process.ts';
import { onEachDatabase } from './each-database.ts';
import { countOf, drainOf, journalOf, openLedger } from './ledger.ts';
import { AT_MS, aFact, DIMENSIONS, factEntry } from './samples.ts';

afterAll(cleanUp);

const CALL = 'https://dsp.example/seen';
const SALES = 60;

/** A fact with a call, a count of requests and refusals, and a count of a campaign. */
function entriesOf(auctionId: string): readonly JournalEntry[] {
  const cell = { dimensions: DIMENSIONS, partner: '', campaign: '', creative: '', reason: '' };
  const delivery = { partner: 'house', campaign: 'c', detail: 'cr', publisher: '' };
  return [
    { ...factEntry(aFact({ auctionId })), calls: [CALL] },
    {
      kind: 'tally',
      tally: {
        minuteMs: AT_MS - (AT_MS % 60_000),
        cells: [
          { ...cell, measure: 'requests', count: 1 },
          { ...cell, measure: 'refusals', count: 1 },
          { ...cell, measure: 'sold', count: 1 },
        ],
      },
    },
    { kind: 'delivery', cells: [{ ...delivery, day: 20_000, kind: 'won', count: 1, amount: 5 }] },
  ];
}

async function sumsOf(database: Database) {
  const numbers = async (text: string) => {
    const [row] = await database.query(text);
    return Object.values(row ?? {}).map(Number);
  };
  return {
    facts: await countOf(database, 'facts'),
    outbox: await countOf(database, 'outbox'),
    counts: await numbers(
      'select sum(requests) as a, sum(refusals) as b, sum(sold) as c, sum(impressions) as d from rollups',
    ),
    delivery: await numbers(
      "select sum(count) as a, sum(amount) as b from campaign_delivery where kind = 'won'",
    ),
    spent: await numbers('select sum(impressions_total) as a from budgets'),
  };
}

const exactly = (sales: number) => ({
  facts: sales,
  outbox: sales,
  counts: [sales, sales, sales, sales],
  delivery: [sales, 5 * sales],
  spent: [sales],
});

/** A journal of several segments that a worker still writes to. */
function liveJournal(folder: string) {
  const options = { folder, name: `live-${crypto.randomUUID()}`, segmentBytesMax: 8000 };
  const journal = openJournal({ ...options, onFault() {} });
  let sales = 0;
  const sell = async (count: number) => {
    for (const end = sales + count; sales < end; sales++) {
      for (const entry of entriesOf(`a-${sales}`)) {
        expect(await journal.append(entry)).toBeUndefined();
      }
    }
  };
  return { sell, close: journal.close };
}

function copyOf(folder: string): string {
  const copy = temporaryFolder();
  cpSync(folder, copy, { recursive: true });
  return copy;
}

onEachDatabase(({ locate, open }) => {
  const alive = { isWriterAlive: () => true };

  test('every entry of a data folder counts once if a copy of it from the middle is started after the end', async () => {
    const database = await open();
    const folder = temporaryFolder();
    const { sell, close } = liveJournal(folder);
    await sell(SALES);
    await drainOf(folder, database, alive).drainOnce();
    const afterDrain = copyOf(folder);
    await sell(SALES);
    const beforeDrain = copyOf(folder);
    await close();
    await drainOf(folder, database).drainOnce();
    expect(readdirSync(folder)).toEqual([]);
    expect(await sumsOf(database)).toEqual(exactly(2 * SALES));
    for (const copy of [afterDrain, beforeDrain]) {
      expect(readdirSync(copy)).not.toEqual([]);
      const drain = drainOf(copy, database);
      await drain.drainOnce();
      expect(readdirSync(copy)).toEqual([]);
      expect(drain.lag().bytes).toBe(0);
    }
    expect(await sumsOf(database)).toEqual(exactly(2 * SALES));
  });

  test('every entry of a data folder counts once if it and its copies are drained side by side, while it is written to', async () => {
    const location = await locate();
    const database = await openLedger(location);
    const folder = temporaryFolder();
    await journalOf(
      folder,
      Array.from({ length: SALES }, (_, i) => entriesOf(`d-${i}`)).flat(),
      9000,
    );
    const { sell, close } = liveJournal(folder);
    await sell(SALES);
    const options = { lookMax: { entries: 7, bytes: 3000 } };
    const drains = await Promise.all(
      [folder, copyOf(folder), copyOf(folder)].map(async (one) => {
        // Two connections of one process to one file would wait for each other.
        const own = location.kind === 'sqlite' ? database : await openLedger(location);
        return drainOf(one, own, {
          ...options,
          isWriterAlive: (name) => one === folder && name.startsWith('live'),
        });
      }),
    );
    const drained = Promise.all(drains.map((drain) => drain.drainOnce()));
    await sell(SALES);
    await drained;
    await close();
    await drainOf(folder, database).drainOnce();
    expect(await sumsOf(database)).toEqual(exactly(3 * SALES));
  });
});

onEachDatabase(({ locate }) => {
  test.each([
    ['ends before the position in the database', 1],
    ['has the position in the middle of a line', 40],
  ])(
    'a machine that is put back to a snapshot ends, and loses no fact that it recorded if its journal %s',
    async (_, recorded) => {
      const location = await locate();
      const database = await openLedger(location);
      const ended: string[] = [];
      const [before, since] = await Promise.all(
        [1, 2].map(async () => {
          const folder = temporaryFolder();
          const journal = openJournal({ folder, name: 'worker', onFault() {} });
          const drain = drainOf(folder, await openLedger(location), {
            isWriterAlive: (name) => name === 'worker',
            end: (reason) => ended.push(reason),
          });
          const record = async (ids: readonly string[]) => {
            for (const id of ids)
              for (const entry of entriesOf(id))
                expect(await journal.append(entry)).toBeUndefined();
          };
          return { folder, journal, drain, record };
        }),
      );
      if (before === undefined || since === undefined) throw new Error('expected two');
      for (const { record, drain } of [before, since]) {
        await record(['a', 'b']);
        await drain.drainOnce();
      }
      await before.record(Array.from({ length: 20 }, (_, index) => `before-${index}`));
      await before.drain.drainOnce();
      await since.record(
        Array.from({ length: recorded }, (_, index) => `since-the-snapshot-${index}`),
      );
      await expect(since.drain.drainOnce()).rejects.toThrow('put back to a snapshot');
      expect(ended).toEqual([expect.stringContaining('put back to a snapshot')]);
      await since.journal.close();
      // The next start: its workers have journals of other names.
      const lookMax = { entries: 7, bytes: 3000 };
      const started = drainOf(since.folder, await openLedger(location), { lookMax });
      await started.drainOnce();
      expect(readdirSync(since.folder)).toEqual([]);
      const facts = 22 + recorded;
      expect(await sumsOf(database)).toEqual({
        facts,
        outbox: facts,
        // What was counted beside them is lost, and nothing of it counts twice.
        counts: [22, 22, 22, facts],
        delivery: [22, 5 * 22],
        spent: [facts],
      });
      await before.journal.close();
      await before.drain.drainOnce();
      expect(await countOf(database, 'facts')).toBe(facts);
    },
  );
});
