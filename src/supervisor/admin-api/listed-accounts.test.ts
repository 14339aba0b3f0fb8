import { expect, test } from 'bun:test';
import type { Config } from '../../config/config.ts';
import { PUBLISHER_TABLE } from '../../store/account-table.ts';
import { NO_ACCESS, type StoredPublisher } from '../../store/stored-account.ts';
import { listedAccounts } from './listed-accounts.ts';

const stored = (id: string, state: StoredPublisher['state'] = 'active'): StoredPublisher => ({
  id,
  state,
  definition: { id, share: 0.1 },
  access: NO_ACCESS,
  revision: 7,
  createdMs: 1,
  createdRevision: 7,
  changedMs: 1,
  changedBy: 'ann',
});

function knownWith(file: string | undefined, partnersFrom: Config['partnersFrom'] = 'file') {
  const publishers = new Map(
    [stored('a'), stored('b'), stored('gone', 'deleted')].map((one) => [
      PUBLISHER_TABLE.keyOf(one),
      one,
    ]),
  );
  const publishersOfConfig = [{ id: 'a', keys: ['a-key-of-the-config'] }];
  const config = { publishers: publishersOfConfig, partners: [], partnersFrom };
  return listedAccounts({
    work: () => ({ setup: { config, file } }),
    store: { accounts: () => ({ publishers, partners: new Map() }) },
    // Nothing else of the work is read.
  } as unknown as Parameters<typeof listedAccounts>[0]);
}

test('an id that the config has is the config’s, and what is deleted is not there', () => {
  const known = knownWith(undefined);
  expect(known.publishers().map(({ id, revision }) => [id, revision])).toEqual([
    ['a', 0],
    ['b', 7],
  ]);
  expect(known.publisher('a')?.definition).toEqual({ id: 'a' });
  expect(known.publisher('gone')).toBeUndefined();
  expect([known.keyCount('a'), known.keyCount('b')]).toEqual([1, 0]);
});

const FILE = '/etc/parley/parley.yaml';

test('a change of an account of the config is refused with the name of the file', () => {
  for (const kind of ['publisher', 'partner'] as const) {
    expect(knownWith(FILE, 'file').inConfig(kind, 'a')).toEqual({
      kind: 'not-allowed',
      reason: '"a" is in parley.yaml: change it there, and reload the config',
    });
  }
});

test('a partner that comes with the defaults is not said to be in a file that names none', () => {
  const reasonOf = (file: string | undefined, kind: 'publisher' | 'partner') =>
    knownWith(file, 'defaults').inConfig(kind, 'house');
  expect(reasonOf(FILE, 'partner')).toEqual({
    kind: 'not-allowed',
    reason:
      '"house" comes with the defaults: name partners in parley.yaml to replace them, and reload the config',
  });
  expect(reasonOf(undefined, 'partner')).toMatchObject({
    reason:
      '"house" comes with the defaults: name partners in a config file to replace them, and reload the config',
  });
  // No publisher comes with the defaults.
  expect(reasonOf(FILE, 'publisher')).toMatchObject({
    reason: expect.stringContaining('"house" is in parley.yaml'),
  });
});
