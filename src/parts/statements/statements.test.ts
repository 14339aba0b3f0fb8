import { afterAll, expect, test } from 'bun:test';
import { openOwnLedger } from '../../../test/ledger/ledger.ts';
import { cleanUp } from '../../../test/process.ts';
import { ANN, MONTH, record, sold } from '../../../test/statements/support.ts';
import { Refusal } from '../../lib/refusal.ts';
import type { Database } from '../../lib/sql/database.ts';
import { createRecords } from '../../store/records.ts';
import { createDrafts, machineStatements } from './statements.ts';

afterAll(cleanUp);

test('nothing is stated or closed before the store was read, which has the currencies of accounts', async () => {
  const database = await openOwnLedger();
  await record(database, [sold({ id: 'a' })]);
  const records = createRecords();
  const api = machineStatements({
    database: () => database,
    records,
    work: () => ({ setup: { config: { auction: { rates: {} } } } }),
    nowMs: Date.now,
    // Nothing else of the work is read.
  } as unknown as Parameters<typeof machineStatements>[0]);
  const closing = async () => api.close(MONTH, ANN);
  await expect(closing()).rejects.toThrow('the accounts of the store are not known yet');
  const drafting = async () => api.statement(MONTH, { publisher: 'pub-1' });
  await expect(drafting()).rejects.toThrow('the accounts of the store are not known yet');
  (await records.read(database.query)).takeIn();
  expect(await closing()).toMatchObject({ month: MONTH });
});

const TERMS = { currencyOf: () => 'USD', isNamed: () => true, rates: {} };

test('however many months one account asks for, others are not turned away', async () => {
  const { draft } = createDrafts();
  const { promise: answer, resolve } = Promise.withResolvers<readonly []>();
  const database = { kind: 'sqlite', query: () => answer } as unknown as Database;
  const ask = (name: string, month: string) =>
    draft(database, {
      month,
      account: { side: 'publisher', name },
      terms: TERMS,
      nowMs: Date.parse('2026-11-17'),
    });
  const months = Array.from({ length: 60 }, (_, index) => `${2030 + index}-01`);
  const asked = months.map((month) => ask('a', month));
  const again = ask('a', '2030-01');
  const other = ask('b', '2026-10');
  resolve([]);
  const turnedAway = (await Promise.all(asked)).filter((one) => one instanceof Refusal);
  expect(turnedAway).toHaveLength(56);
  expect([await again, await other]).toEqual([undefined, undefined]);
  expect(await ask('a', '2040-01')).toBeUndefined();
});
