import { afterAll, beforeEach, expect, test } from 'bun:test';
import { join } from 'node:path';
import { openLedger } from '../../test/ledger/ledger.ts';
import { cleanUp, temporaryFolder } from '../../test/process.ts';
import type { Database } from '../ledger/database.ts';
import {
  accepted,
  withInvitation,
  withKey,
  withoutKey,
  withoutPasskey,
  withoutPerson,
  withPasskey,
  withPerson,
} from './account-access.ts';
import { createAccountStore } from './account-store.ts';
import { PARTNER_TABLE, PUBLISHER_TABLE } from './account-table.ts';
import { followStore } from './follow-store.ts';
import { readAudit } from './read-audit.ts';
import { accountKey, type KeptSecret, type StoredPublisher } from './stored-account.ts';

afterAll(cleanUp);

const AUTHOR = { who: 'ann', role: 'admin' };
const ANY = { revision: undefined };

let database: Database;
let nowMs = 1000;
beforeEach(async () => {
  database = await openLedger({ kind: 'sqlite', file: join(temporaryFolder(), 'p.db') });
});

const publishers = () =>
  createAccountStore({ database, kind: 'publisher', table: PUBLISHER_TABLE, nowMs: () => ++nowMs });
const partners = () =>
  createAccountStore({ database, kind: 'partner', table: PARTNER_TABLE, nowMs: () => ++nowMs });
const create = (id: string) =>
  publishers().create({ id, state: 'invited', definition: { id } }, AUTHOR);
const secret = (id: string): KeptSecret => ({
  id,
  hash: `hash of ${id}`,
  madeMs: 1,
  madeBy: 'ann',
});

/** The account, which has to be there. */
async function publisher(id: string): Promise<StoredPublisher> {
  const stored = await publishers().read(id);
  if (stored === undefined) throw new Error(`no publisher ${id}`);
  return stored;
}

test('an account is created once, and read as it was written', async () => {
  expect(await create('pub-1')).toMatchObject({ id: 'pub-1', state: 'invited', revision: 1 });
  expect(await create('pub-1')).toEqual({ kind: 'exists' });
  expect(await publisher('pub-1')).toMatchObject({ definition: { id: 'pub-1' } });
  expect(await publishers().read('pub-2')).toBeUndefined();
});

test('a change of a revision that is not the current one is refused', async () => {
  await create('pub-1');
  const replace = (revision: number) =>
    publishers().replace(
      { id: 'pub-1', revision },
      () => ({ definition: { id: 'pub-1', share: 0.8 } }),
      AUTHOR,
    );
  expect(await replace(1)).toMatchObject({ revision: 2, definition: { share: 0.8 } });
  expect(await replace(1)).toMatchObject({ kind: 'stale', revision: 2, changedBy: 'ann' });
});

test('what serves is paused before it is removed, and can be created again', async () => {
  await create('pub-1');
  const set = (state: 'active' | 'paused' | 'deleted' | 'invited') =>
    publishers().setState({ id: 'pub-1', ...ANY }, state, AUTHOR);
  expect(await set('active')).toMatchObject({ state: 'active' });
  expect(await set('deleted')).toMatchObject({ kind: 'not-allowed' });
  expect(await set('invited')).toMatchObject({ kind: 'not-allowed' });
  expect(await set('paused')).toMatchObject({ state: 'paused' });
  expect(await set('deleted')).toMatchObject({ state: 'deleted' });
  expect(await publishers().read('pub-1')).toBeUndefined();
  expect(await create('pub-1')).toMatchObject({ state: 'invited', access: { keys: [] } });
});

test('two keys are valid at a time, and a third one waits until one is revoked', async () => {
  await create('pub-1');
  const give = (id: string) =>
    publishers().setAccess({ id: 'pub-1', ...ANY }, 'key', AUTHOR, (one) =>
      withKey(one, secret(id), 'keys'),
    );
  await give('a');
  await give('b');
  expect(await give('c')).toMatchObject({ kind: 'not-allowed' });
  await publishers().setAccess({ id: 'pub-1', ...ANY }, 'key', AUTHOR, (one) =>
    withoutKey(one, 'a'),
  );
  expect(await give('c')).toMatchObject({ access: { keys: [{ id: 'b' }, { id: 'c' }] } });
});

test('an invitation is accepted once, in time, and makes the account active', async () => {
  await create('pub-1');
  const change = (next: Parameters<ReturnType<typeof publishers>['setAccess']>[3]) =>
    publishers().setAccess({ id: 'pub-1', ...ANY }, 'invitation', AUTHOR, next);
  await change((one) => withInvitation(one, { ...secret('i'), untilMs: 50 }));
  const accept = (madeMs: number, name: string, hash = 'hash of i') =>
    change((one) => accepted(one, { hash, person: { ...secret(`of ${name}`), name, madeMs } }));
  expect(await accept(10, 'eve', 'another')).toEqual({ kind: 'not-found' });
  expect(await accept(50, 'pat')).toEqual({ kind: 'not-found' });
  expect(await accept(49, 'pat')).toMatchObject({
    state: 'active',
    access: { invitations: [], people: [{ name: 'pat' }] },
  });
  expect(await accept(49, 'sam')).toEqual({ kind: 'not-found' });
});

test('a person has passkeys of its own, which go with it', async () => {
  await create('pub-1');
  const change = (next: Parameters<ReturnType<typeof publishers>['setAccess']>[3]) =>
    publishers().setAccess({ id: 'pub-1', ...ANY }, 'passkey', AUTHOR, next);
  const passkey = (id: string) => ({ id, publicKey: 'k', person: 'pat', madeMs: 1 });
  expect(await change((one) => withPasskey(one, passkey('a')))).toEqual({ kind: 'not-found' });
  for (const id of ['pat', 'sam']) {
    await change((one) => withPerson(one, { ...secret(id), name: id }));
  }
  for (const id of ['a', 'b', 'c', 'd', 'e']) await change((one) => withPasskey(one, passkey(id)));
  expect(await change((one) => withPasskey(one, passkey('f')))).toMatchObject({
    kind: 'not-allowed',
  });
  const remove = (id: string, person: string) =>
    change((one) => withoutPasskey(one, { id, person }));
  expect(await remove('a', 'sam')).toEqual({ kind: 'not-found' });
  expect(await remove('a', 'pat')).toMatchObject({ access: { passkeys: { length: 4 } } });
  expect(await change((one) => withoutPerson(one, 'pat'))).toMatchObject({
    access: { passkeys: [], people: [{ id: 'sam' }] },
  });
});

test('the history names keys and people, and has neither hashes nor the values of headers', async () => {
  await create('pub-1');
  await publishers().setAccess({ id: 'pub-1', ...ANY }, 'key', AUTHOR, (one) =>
    withKey(one, secret('a'), 'keys'),
  );
  const definition = {
    name: 'acme',
    kind: 'openrtb',
    url: 'https://dsp.example/bid',
    headers: { 'X-Key': 'a secret of acme' },
  } as const;
  await partners().create({ id: 'acme', state: 'active', definition }, AUTHOR);
  const rows = await readAudit(database.query, { subject: undefined, beforeId: undefined });
  const text = JSON.stringify(rows);
  expect(rows.map(({ subject }) => subject)).toContain(accountKey('partner', 'acme'));
  expect(text).toContain('made by ann');
  expect(text).toContain('X-Key');
  expect(text).not.toContain('hash of');
  expect(text).not.toContain('a secret of acme');
});

test('kinds of account are followed apart, by the revisions of one store', async () => {
  await create('pub-1');
  const definition = { name: 'acme', kind: 'openrtb', url: 'https://dsp.example/bid' } as const;
  await partners().create({ id: 'acme', state: 'active', definition }, AUTHOR);
  await create('pub-2');
  const followed = followStore(PUBLISHER_TABLE, () => {});
  const { changed, takeIn } = await followed.read(database.query);
  takeIn();
  expect(changed.map(({ id, revision }) => [id, revision])).toEqual([
    ['pub-1', 1],
    ['pub-2', 3],
  ]);
  expect((await followed.read(database.query)).changed).toEqual([]);
  expect(followed.revision()).toBe(3);
});
