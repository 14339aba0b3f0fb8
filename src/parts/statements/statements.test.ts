import { afterAll, expect, test } from 'bun:test';
import { openOwnLedger } from '../../../test/ledger/ledger.ts';
import { partOn } from '../../../test/part.ts';
import { cleanUp } from '../../../test/process.ts';
import { ANN, MONTH, record, sold } from '../../../test/statements/support.ts';
import { createRecords } from '../../store/records.ts';
import { statementsOf } from './statements.ts';

afterAll(cleanUp);

test('nothing is stated or closed before the store was read, which has the currencies of accounts', async () => {
  const database = await openOwnLedger();
  await record(database, [sold({ id: 'a' })]);
  const records = createRecords();
  const api = statementsOf({
    database: () => database,
    store: partOn(database, []).host.store,
    records,
    work: () => ({ setup: { config: { auction: { rates: {} } } } }),
    nowMs: Date.now,
    // Nothing else of the work is read.
  } as unknown as Parameters<typeof statementsOf>[0]);
  const closing = async () => api.close(MONTH, ANN);
  await expect(closing()).rejects.toThrow('the accounts of the store are not known yet');
  const drafting = async () => api.statement(MONTH, { publisher: 'pub-1' });
  await expect(drafting()).rejects.toThrow('the accounts of the store are not known yet');
  (await records.read(database.query)).takeIn();
  expect(await closing()).toMatchObject({ month: MONTH });
});
