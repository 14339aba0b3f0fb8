import { afterAll, expect, test } from 'bun:test';
import { openOwnLedger } from '../../../test/ledger/ledger.ts';
import { cleanUp } from '../../../test/process.ts';
import { ANN, MONTH, reasonOf, record, sold, told } from '../../../test/statements/support.ts';
import type { Database } from '../../ledger/database.ts';
import { statementsApi } from './statements.ts';

afterAll(cleanUp);

type Accounts = { readonly publishers: object; readonly partners: object };

const NOBODY = { publishers: [], partners: [] };

function apiWith(
  database: Database,
  config: Accounts,
  store: { readonly accounts: () => Accounts; readonly isRead: () => boolean },
) {
  return statementsApi({
    ledger: { database: () => database },
    store,
    work: () => ({ setup: { config: { ...config, auction: { rates: {} } } } }),
    nowMs: Date.now,
    // Nothing else of the work is read.
  } as unknown as Parameters<typeof statementsApi>[0]);
}

test('nothing is stated or closed before the store was read, which has the currencies of accounts', async () => {
  const database = await openOwnLedger();
  await record(database, [sold({ id: 'a' })]);
  let isRead = false;
  const api = apiWith(database, NOBODY, {
    accounts: () => ({ publishers: new Map(), partners: new Map() }),
    isRead: () => isRead,
  });
  const closing = async () => api.close(MONTH, ANN);
  await expect(closing()).rejects.toThrow('the accounts of the store are not known yet');
  const drafting = async () => api.statement(MONTH, { publisher: 'pub-1' });
  await expect(drafting()).rejects.toThrow('the accounts of the store are not known yet');
  isRead = true;
  expect(await closing()).toMatchObject({ month: MONTH });
});

test('accounts of the config and of the store can be adjusted, also those that were removed from it, and no others', async () => {
  const database = await openOwnLedger();
  const stored = (state: string, definition: { id?: string; name?: string }) => ({
    id: definition.id ?? definition.name,
    state,
    definition,
  });
  const config = { publishers: [{ id: 'of-config' }], partners: [{ name: 'buyer' }] };
  const api = apiWith(database, config, {
    accounts: () => ({
      publishers: new Map([
        ['publishers/here', stored('active', { id: 'here' })],
        ['publishers/gone', stored('deleted', { id: 'gone' })],
      ]),
      partners: new Map([['partners/left', stored('deleted', { name: 'left' })]]),
    }),
    isRead: () => true,
  });
  const adjust = (account: object) =>
    api.adjust({ kind: 'correction', ...account, amount: '1', reason: 'r' }, ANN);
  for (const publisher of ['of-config', 'here', 'gone']) told(await adjust({ publisher }));
  for (const partner of ['buyer', 'left']) told(await adjust({ partner }));
  expect(reasonOf(await adjust({ publisher: 'gonne' }))).toEndWith('but got "gonne"');
  expect(reasonOf(await adjust({ partner: 'here' }))).toEndWith('but got "here"');
});
