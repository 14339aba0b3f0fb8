import { afterAll, expect, test } from 'bun:test';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, temporaryFolder } from '../../../test/process.ts';
import { ADVERTISER_TABLE, PUBLISHER_TABLE } from '../../store/account-table.ts';
import type { StoredAdvertiser } from '../../store/advertiser-record.ts';
import { NO_ACCESS, type StoredPublisher } from '../../store/stored-account.ts';
import { silentLog } from '../observe/log.ts';
import { createKeptAccounts } from './kept-accounts.ts';

afterAll(cleanUp);

const PUBLISHER: StoredPublisher = {
  id: 'pub',
  state: 'paused',
  definition: { id: 'pub', blockedDomains: ['blocked.example'] },
  access: NO_ACCESS,
  revision: 1,
  createdMs: 1,
  createdRevision: 1,
  changedMs: 1,
  changedBy: 'ann',
};
const { id: _, definition: __, ...RECORD } = PUBLISHER;
const advertiser = (id: string, state: StoredAdvertiser['state']): StoredAdvertiser => ({
  ...RECORD,
  id,
  state,
  definition: { domain: id, name: id },
});
const BLOCKED = advertiser('bad.example', 'blocked');
const ACCOUNTS = {
  publishers: new Map([[PUBLISHER_TABLE.keyOf(PUBLISHER), PUBLISHER]]),
  partners: new Map(),
  advertisers: new Map(
    [BLOCKED, advertiser('good.example', 'active')].map((one) => [
      ADVERTISER_TABLE.keyOf(one),
      one,
    ]),
  ),
  buyers: new Map(),
  products: new Map(),
};
const keptIn = (folder: string, ledger = 'a ledger') =>
  createKeptAccounts(folder, ledger, silentLog);

test('what is kept is read by the next run, of the same database alone, and of advertisers those that are blocked', () => {
  const folder = temporaryFolder();
  const first = keptIn(folder);
  expect(first.read()).toBeUndefined();
  first.keep(ACCOUNTS);
  first.stop();
  expect(keptIn(folder).read()).toEqual({
    publishers: [PUBLISHER],
    partners: [],
    advertisers: [BLOCKED],
  });
  expect(keptIn(folder, 'another ledger').read()).toBeUndefined();
});

test('only its user reads the file, and a file that is broken counts as none', () => {
  const folder = temporaryFolder();
  const kept = keptIn(folder);
  kept.keep(ACCOUNTS);
  kept.stop();
  const [name = ''] = readdirSync(folder);
  const file = join(folder, name);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  writeFileSync(file, '{"ledger": "a led');
  expect(keptIn(folder).read()).toBeUndefined();
});
