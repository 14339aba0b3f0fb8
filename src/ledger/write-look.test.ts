import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { countOf, openLedger } from '../../test/ledger/ledger.ts';
import { AT_MS, aFact, factEntry } from '../../test/ledger/samples.ts';
import { cleanUp, temporaryFolder } from '../../test/process.ts';
import { NO_ACCOUNTS } from './budgets/account.ts';
import type { Database } from './database.ts';
import { writeLook } from './write-look.ts';

afterAll(cleanUp);

const LOOK = {
  entries: [factEntry(aFact())],
  moves: [{ journal: 'a', from: undefined, to: { segment: 0, offset: 10 } }],
  remotePartners: new Set<string>(),
  accountOf: NO_ACCOUNTS,
  nowMs: AT_MS,
  outboxRowsMax: 10,
};

/** A database whose first transactions fail at their end. */
async function failing(failures: number, error: Error) {
  const database = await openLedger({ kind: 'sqlite', file: join(temporaryFolder(), 'parley.db') });
  let tries = 0;
  const transaction: Database['transaction'] = (work) =>
    database.transaction(async (query) => {
      const result = await work(query);
      if (++tries <= failures) throw error;
      return result;
    });
  return { database: { ...database, transaction }, tries: () => tries };
}

const deadlock = () => Object.assign(new Error('deadlock detected'), { errno: '40P01' });

test('a look that Postgres ended for the sake of others is written at the fifth try at last', async () => {
  const { database, tries } = await failing(4, deadlock());
  expect((await writeLook(database, LOOK)).newEvents).toHaveLength(1);
  expect([tries(), await countOf(database, 'facts')]).toEqual([5, 1]);
});

test('any other failure is not tried again', async () => {
  const { database, tries } = await failing(1, new Error('the disk is full'));
  await expect(writeLook(database, LOOK)).rejects.toThrow('the disk is full');
  expect(tries()).toBe(1);
});
