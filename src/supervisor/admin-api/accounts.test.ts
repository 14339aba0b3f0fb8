import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { openLedger } from '../../../test/ledger/ledger.ts';
import { cleanUp, temporaryFolder } from '../../../test/process.ts';
import { keptHash } from '../../store/account-secret.ts';
import { accountKey, type StoredPublisher } from '../../store/stored-account.ts';
import { accountAnswers } from './accounts.ts';

afterAll(cleanUp);

const CALL = {
  author: { who: 'ann', role: 'admin' },
  revision: undefined,
  idempotencyKey: undefined,
} as const;

test('a secret that is stored is told, also where the workers cannot be told', async () => {
  const database = await openLedger({ kind: 'sqlite', file: join(temporaryFolder(), 'p.db') });
  const followed = new Map<string, StoredPublisher>();
  const accounts = { publishers: followed, partners: new Map() };
  let refresh = async () => {};
  const { publishers, accept } = accountAnswers({
    ledger: { database: () => database },
    work: () => ({ setup: { config: { publishers: [], partners: [], auction: { rates: {} } } } }),
    store: {
      refresh: () => refresh(),
      accounts: () => accounts,
      publisherRevision: () => followed.size,
    },
    nowMs: Date.now,
  } as unknown as Parameters<typeof accountAnswers>[0]).accounts;
  await publishers.create('{"id":"pub"}', CALL);
  const invited = await publishers.invite('pub', CALL);
  if ('kind' in invited) throw new Error(invited.kind);
  followed.set(accountKey('publisher', 'pub'), invited.account);
  refresh = () => Promise.reject(new Error('a worker hangs'));
  const accepted = await accept(invited.secret, 'Pat');
  const stored = await publishers.read('pub');
  const [pat] = stored?.access.people ?? [];
  expect(accepted).toEqual({ publisher: 'pub', token: expect.stringMatching(/^prl_person_/) });
  const { token } = accepted as { readonly token: string };
  expect([pat?.name, pat?.hash]).toEqual(['Pat', keptHash(token)]);
  const made = await publishers.makeKey('pub', CALL);
  const [key] = (await publishers.read('pub'))?.access.keys ?? [];
  expect(made).toMatchObject({ account: { id: 'pub', access: { keys: [key] } } });
  expect(key?.hash).toBe(keptHash('secret' in made ? made.secret : ''));
  await database.close();
});
