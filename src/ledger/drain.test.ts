import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../../test/eventually.ts';
import { countOf, drainOf, journalOf, openLedger } from '../../test/ledger/ledger.ts';
import { AT_MS, aFact, factEntry } from '../../test/ledger/samples.ts';
import { cleanUp, temporaryFolder } from '../../test/process.ts';
import type { Database } from './database.ts';
import { waitMsAfter } from './drain.ts';
import type { LookMax } from './read-journals.ts';

afterAll(cleanUp);

let database: Database;
let folder: string;
beforeEach(async () => {
  database = await openLedger({ kind: 'sqlite', file: join(temporaryFolder(), 'parley.db') });
  folder = temporaryFolder();
});

const factOf = (auctionId: string) => factEntry(aFact({ auctionId }));
const sizeOf = (name: string) => statSync(join(folder, `${name}-0.log`)).size;

/** A database whose transactions can be stopped. */
function stoppable() {
  const state = { isGone: false, stuck: undefined as Promise<void> | undefined };
  const transaction: Database['transaction'] = async (work) => {
    await state.stuck;
    if (state.isGone) throw new Error('gone');
    return database.transaction(work);
  };
  return { state, database: { ...database, transaction } };
}

test('a drain looks again after 0.4 seconds, and after failures twice as long each time, up to 5 seconds', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 50].map(waitMsAfter)).toEqual([
    400, 400, 800, 1600, 3200, 5000, 5000, 5000,
  ]);
});

test('nothing is drained before campaigns are known, for ten seconds at most', async () => {
  for (const end of ['known', 'late'] as const) {
    let ticks = 0;
    let isKnown = false;
    const drain = drainOf(folder, database, {
      tickMs: () => ticks,
      knowsCampaigns: () => isKnown,
    });
    await journalOf(folder, [factOf(end)]);
    const before = await countOf(database, 'facts');
    drain.start();
    await Bun.sleep(100);
    expect(await countOf(database, 'facts')).toBe(before);
    if (end === 'known') isKnown = true;
    else ticks = 10_000;
    await eventually(async () => (await countOf(database, 'facts')) === before + 1);
    await drain.stop();
  }
});

describe('what waits in the journals', () => {
  test('is the bytes that are not drained, and as old as the last complete drain', async () => {
    let now = AT_MS;
    const { state, database: one } = stoppable();
    const drain = drainOf(folder, one, { nowMs: () => now, isWriterAlive: () => true });
    const first = await journalOf(folder, [factOf('a')]);
    await drain.drainOnce();
    expect(drain.lag()).toMatchObject({ bytes: 0, oldestMs: 0 });
    state.isGone = true;
    now += 1000;
    const second = await journalOf(folder, [factOf('b')]);
    await expect(drain.drainOnce()).rejects.toThrow('gone');
    now += 500;
    // The first journal is there as well, and drained.
    expect(readdirSync(folder).sort()).toEqual([`${first}-0.log`, `${second}-0.log`].sort());
    expect(drain.lag()).toMatchObject({ bytes: sizeOf(second), oldestMs: 1500 });
    state.isGone = false;
    await drain.drainOnce();
    expect(drain.lag()).toMatchObject({ bytes: 0, oldestMs: 0 });
  });

  test('is counted down with each look', async () => {
    const bytes: number[] = [];
    const name = await journalOf(folder, ['a', 'b', 'c'].map(factOf));
    const line = sizeOf(name) / 3;
    const drain = drainOf(folder, database, {
      lookMax: { entries: 1, bytes: 1000 },
      onNewFacts: () => bytes.push(drain.lag().bytes),
    });
    await drain.drainOnce();
    expect(bytes).toEqual([3 * line, 2 * line, line]);
  });
});

describe('one look', () => {
  const transactionsOf = async (lookMax?: LookMax) => {
    let transactions = 0;
    const counting: Database = {
      ...database,
      transaction: (work) => {
        transactions++;
        return database.transaction(work);
      },
    };
    await drainOf(folder, counting, lookMax && { lookMax }).drainOnce();
    return transactions;
  };

  test('takes the entries of all journals in one transaction', async () => {
    for (const id of ['a', 'b', 'c', 'd'])
      await journalOf(folder, [factOf(id), factOf(`${id}2`)], 100);
    expect(await transactionsOf({ entries: 8, bytes: 100_000 })).toBe(1);
    expect(await countOf(database, 'facts')).toBe(8);
    expect(await countOf(database, 'journals')).toBe(4);
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each([
    ['entries', { entries: 2, bytes: 100_000 }, 4],
    ['bytes', { entries: 100, bytes: 1 }, 4],
  ])('is bounded by its %s, and the next follows at once', async (_, lookMax, transactions) => {
    for (const id of ['a', 'b', 'c', 'd']) await journalOf(folder, [factOf(id), factOf(`${id}2`)]);
    expect(await transactionsOf(lookMax)).toBe(transactions);
    expect(await countOf(database, 'facts')).toBe(8);
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each([
    [2000, 1],
    [2001, 2],
  ])('takes 2,000 entries: %i need %i', async (count, transactions) => {
    await journalOf(
      folder,
      Array.from({ length: count }, (_, index) => factOf(String(index))),
    );
    expect(await transactionsOf()).toBe(transactions);
  });

  test.each([
    [8, 1],
    [9, 2],
  ])('takes four megabytes: %i entries of half a megabyte need %i', async (count, transactions) => {
    const long = factOf('a'.repeat(512 * 1024));
    for (let index = 0; index < count; index++) await journalOf(folder, [long]);
    expect(await transactionsOf()).toBe(transactions);
  });

  test('without news asks nothing', async () => {
    await journalOf(folder, [factOf('a')]);
    const drain = (options: object) =>
      drainOf(folder, database, { isWriterAlive: () => true, ...options });
    await drain({}).drainOnce();
    expect(await transactionsOf({ entries: 9, bytes: 999 })).toBe(0);
  });
});

describe('a database that does not answer', () => {
  test('counts as gone after three seconds, while the question waits, and not when it answers again', async () => {
    let tick = 0;
    const { state, database: one } = stoppable();
    const stuck = Promise.withResolvers<void>();
    state.stuck = stuck.promise;
    await journalOf(folder, [factOf('a')]);
    const asked = Promise.withResolvers<void>();
    const watched: Database = {
      ...one,
      transaction: (work) => {
        asked.resolve();
        return one.transaction(work);
      },
    };
    const drain = drainOf(folder, watched, { tickMs: () => tick });
    const drained = drain.drainOnce();
    await asked.promise;
    tick += 3000;
    expect(drain.lag()).toMatchObject({ isDatabaseUp: true, reason: undefined });
    tick += 1;
    expect(drain.lag()).toMatchObject({
      isDatabaseUp: false,
      reason: 'it has not answered for 3 seconds',
    });
    stuck.resolve();
    await drained;
    tick += 60_000;
    expect(drain.lag()).toMatchObject({ isDatabaseUp: true, reason: undefined });
  });

  test('is not gone while it answers one statement after the other', async () => {
    let tick = 0;
    const slow: Database = {
      ...database,
      transaction: (work) =>
        database.transaction((query) =>
          work(async (text, values) => {
            const rows = await query(text, values);
            tick += 2000;
            expect(drain.lag().isDatabaseUp).toBe(true);
            return rows;
          }),
        ),
    };
    await journalOf(folder, [factOf('a')]);
    const drain = drainOf(folder, slow, { tickMs: () => tick });
    await drain.drainOnce();
    expect(tick).toBeGreaterThan(6000);
  });
});

test('a deletion of old rows that fails stops neither the drain nor other deletions, and is logged as itself', async () => {
  let tick = 0;
  const failing: Database = {
    ...database,
    query: (text, values) =>
      text.includes('campaign_delivery')
        ? Promise.reject(new Error('no right to delete'))
        : database.query(text, values),
  };
  await journalOf(folder, [factOf('a')]);
  const drain = drainOf(folder, failing, {
    keepDays: 40,
    tickMs: () => tick,
    nowMs: () => AT_MS + 400 * 86_400_000,
  });
  await drain.drainOnce();
  tick += 400;
  await drain.drainOnce();
  expect(drain.lag()).toMatchObject({ bytes: 0, isDatabaseUp: true, reason: undefined });
  expect(await countOf(database, 'facts')).toBe(0);
  expect(drain.logged).toEqual([
    {
      level: 'error',
      facts: { reason: 'no right to delete' },
      message: 'old counts and positions of journals cannot be deleted: they are kept',
    },
  ]);
});

test('the drain goes on while a deletion of old rows waits', async () => {
  const asked = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const waiting: Database = {
    ...database,
    async query(text, values) {
      if (text.includes('campaign_delivery')) {
        asked.resolve();
        await go.promise;
      }
      return database.query(text, values);
    },
  };
  // The drain runs while the journal is written: it would remove the empty segment of a writer that is gone.
  const drain = drainOf(folder, waiting, { isWriterAlive: () => true });
  drain.start();
  await asked.promise;
  await journalOf(folder, [factOf('a')]);
  await eventually(async () => (await countOf(database, 'facts')) === 1);
  expect(drain.lag()).toMatchObject({ isDatabaseUp: true });
  go.resolve();
  await drain.stop();
});

test('the statements of a look are the same in the same order on all machines, and facts come by their keys', async () => {
  const statements: string[] = [];
  const keys: unknown[] = [];
  const recording: Database = {
    ...database,
    transaction: (work) =>
      database.transaction((query) =>
        work((text, values) => {
          statements.push(/^\s*(\w+ (?:into |from )?\w+)/.exec(text)?.[1] ?? text);
          if (text.startsWith('insert into facts')) keys.push(values?.[0]);
          return query(text, values);
        }),
      ),
  };
  const carrying = (auctionId: string) => ({
    ...factOf(auctionId),
    calls: ['https://dsp.example'],
  });
  await journalOf(folder, ['c', 'a', 'b'].map(carrying));
  await drainOf(folder, recording).drainOnce();
  expect(keys).toEqual(['a', 'b', 'c']);
  expect([...new Set(statements)]).toEqual([
    'insert into journals',
    'insert into facts',
    'select partner',
    'insert into outbox',
    'insert into rollups',
    'select auction_id',
    'insert into budget_outcomes',
    'insert into budgets',
    'insert into campaign_delivery',
    'insert into responses',
  ]);
});
