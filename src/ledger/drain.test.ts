import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../../test/eventually.ts';
import { countOf, drainOf, journalOf, openLedger } from '../../test/ledger/ledger.ts';
import { aFact, factEntry } from '../../test/ledger/samples.ts';
import { cleanUp, temporaryFolder } from '../../test/process.ts';
import type { Database } from '../lib/sql/database.ts';
import type { LookMax } from './read-journals.ts';

afterAll(cleanUp);

let database: Database;
let folder: string;
beforeEach(async () => {
  database = await openLedger({ kind: 'sqlite', file: join(temporaryFolder(), 'parley.db') });
  folder = temporaryFolder();
});

const factOf = (auctionId: string) => factEntry(aFact({ auctionId }));

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
