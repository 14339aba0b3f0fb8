import { expect, test } from 'bun:test';
import { databasesFault, ledgerOf, withDatabaseUrl } from './ledger-config.ts';

const A = 'postgres://a/ledger';
const B = 'postgres://b/ledger';

test('the ledger has four lanes in each database unless the config says otherwise', () => {
  expect(ledgerOf({ databaseUrl: A })).toEqual({
    databaseUrls: [A],
    lanes: 4,
    keepDays: undefined,
  });
  expect(ledgerOf({ ledger: { databaseUrls: [A, B], lanes: 16 } })).toEqual({
    ...{ databaseUrls: [A, B], lanes: 16, keepDays: undefined },
  });
});

test('a URL of the environment stands in place of all databases of the file', () => {
  const file = { ledger: { databaseUrls: [A, B], lanes: 8 as const } };
  expect(ledgerOf(withDatabaseUrl(file, 'postgres://env/x'))).toEqual({
    ...{ databaseUrls: ['postgres://env/x'], lanes: 8, keepDays: undefined },
  });
});

test('the databases are named in one place, each once', () => {
  expect(databasesFault({ databaseUrl: A, ledger: { databaseUrls: [B] } })).toEqual({
    path: 'ledger.databaseUrls',
    reason: 'expected nothing, since there is databaseUrl',
  });
  expect(databasesFault({ ledger: { databaseUrls: [A, B, A] } })).toEqual({
    path: 'ledger.databaseUrls[2]',
    reason: 'another entry names the same database',
  });
  expect(databasesFault({ ledger: { databaseUrls: [A, B] } })).toBeUndefined();
});
