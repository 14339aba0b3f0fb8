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

  test.each([
    ['entries', { entries: 2, bytes: 100_000 }, 4],
    ['bytes', { entries: 100, bytes: 1 }, 4],
  ])('is bounded by its %s, and the next follows at once', async (_, lookMax, transactions) => {
    for (const id of ['a', 'b', 'c', 'd']) await journalOf(folder, [factOf(id), factOf(`${id}2`)]);
    expect(await transactionsOf(lookMax)).toBe(transactions);
    expect(await countOf(database, 'facts')).toBe(8);
    expect(readdirSync(folder)).toEqual([]);
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
});
