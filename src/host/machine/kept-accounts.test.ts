import { afterAll, expect, test } from 'bun:test';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, temporaryFolder } from '../../../test/process.ts';
import { stored } from '../../../test/stored.ts';
import { ADVERTISER, BUYER, NO_ACCESS, PUBLISHER } from '../../store/account-kinds.ts';
import { silentLog } from '../observe/log.ts';
import { createKeptAccounts } from './kept-accounts.ts';

afterAll(cleanUp);

const PUB = {
  kind: PUBLISHER.name,
  record: stored('pub', 'paused', { id: 'pub', blockedDomains: ['blocked.example'] }, NO_ACCESS),
};
const advertiser = (id: string, state: string) => ({
  kind: ADVERTISER.name,
  record: stored(id, state, { domain: id, name: id }, null),
});
const BLOCKED = advertiser('bad.example', 'blocked');
const BUYING = { kind: BUYER.name, record: stored('nova', 'active', { id: 'nova' }, { keys: [] }) };
const RECORDS = {
  stored: () => [PUB, BLOCKED, advertiser('good.example', 'active'), BUYING],
};
const keptIn = (folder: string, ledger = 'a ledger') =>
  createKeptAccounts(folder, ledger, silentLog);

test('what is kept is read by the next run, of the same database alone, and of advertisers those that are blocked', () => {
  const folder = temporaryFolder();
  const first = keptIn(folder);
  expect(first.read()).toBeUndefined();
  first.keep(RECORDS);
  first.stop();
  expect(keptIn(folder).read()).toEqual([PUB, BLOCKED]);
  expect(keptIn(folder, 'another ledger').read()).toBeUndefined();
});

test('only its user reads the file, and a file that is broken counts as none', () => {
  const folder = temporaryFolder();
  const kept = keptIn(folder);
  kept.keep(RECORDS);
  kept.stop();
  const [name = ''] = readdirSync(folder);
  const file = join(folder, name);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  writeFileSync(file, '{"ledger": "a led');
  expect(keptIn(folder).read()).toBeUndefined();
});
