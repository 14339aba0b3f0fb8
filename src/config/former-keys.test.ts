import { afterAll, describe, expect, test } from 'bun:test';
import { load, refusal } from '../../test/config-file.ts';
import { cleanUp } from '../../test/process.ts';
import { withoutFormerKeys } from './former-keys.ts';

afterAll(cleanUp);

const A = 'postgres://a/ledger';
const B = 'postgres://b/ledger';

/** Without the name of the file. */
const warningsOf = (text: string) =>
  load(text).warnings.map((warning) => warning.replace(/^.*, (?=line)/, ''));

describe('a file of 0.1 with a key that is gone', () => {
  test('has a list of one database read as databaseUrl, and a warning', () => {
    const text = `dataDir: data\nledger:\n  keepDays: 40\n  databaseUrls: [${A}]\n`;
    expect(load(text)).toMatchObject({ databaseUrl: A, ledger: { keepDays: 40 } });
    expect(warningsOf(text)).toEqual([
      'line 4: ledger.databaseUrls is read as databaseUrl: write its one URL there instead',
    ]);
  });

  test('has a list of one Redis read as redisUrl, and a warning', () => {
    const text = 'redisUrls: [redis://a]\n';
    expect(load(text).redis).toEqual({ kind: 'server', url: 'redis://a' });
    expect(warningsOf(text)).toEqual([
      'line 1: redisUrls is read as redisUrl: write its one URL there instead',
    ]);
  });

  test.each(['4', '64', '3', 'many'])('has ledger.lanes: %s ignored, with a warning', (lanes) => {
    const text = `ledger:\n  lanes: ${lanes}\n`;
    expect(load(text).ledger).toEqual({ keepDays: undefined, sampleDays: 7 });
    expect(warningsOf(text)).toEqual([
      'line 2: ledger.lanes has no effect any more, since machines write side by side without lanes: remove it',
    ]);
  });

  test('has no warning where there is nothing behind the key', () => {
    const text = 'redisUrls:\nledger:\n  lanes:\n  databaseUrls:\n';
    expect(load(text)).toMatchObject({ redis: undefined, databaseUrl: undefined, warnings: [] });
  });

  test('is refused with several databases, with what to do', () => {
    expect(refusal(`ledger:\n  databaseUrls: [${A}, ${B}]\n`)).toBe(
      'line 2: ledger.databaseUrls: the ledger has one database now: write the first URL, whose database has the ' +
        'budgets and the campaign store, in databaseUrl, after the others have been merged into it as ' +
        'docs/deploy/upgrade.md says',
    );
  });

  test('is refused with several Redis servers, with what to do', () => {
    expect(refusal('redisUrls: [redis://a, redis://b]\n')).toBe(
      'line 1: redisUrls: limits are shared through one Redis now: write the first URL in redisUrl on every machine; ' +
        'the limits that the others had are counted anew from that second on',
    );
  });

  test('is refused with several databases also where DATABASE_URL stands above the file', () => {
    const env = { DATABASE_URL: A };
    expect(refusal(`ledger: { databaseUrls: [${A}, ${B}] }\n`, env)).toContain('one database now');
    expect(load(`ledger: { databaseUrls: [${B}] }\n`, env).databaseUrl).toBe(A);
  });

  test('is refused where the new key is there too, or the value has never been right', () => {
    const refused: Readonly<Record<string, string>> = {
      [`databaseUrl: ${A}\nledger: { databaseUrls: [${B}] }\n`]:
        'line 2: ledger.databaseUrls: expected nothing, since there is databaseUrl',
      'redisUrl: redis://a\nredisUrls: [redis://b]\n':
        'line 2: redisUrls: expected nothing, since there is redisUrl',
      'redisUrls: [redis://a]\nredisClusterUrls: [redis://b]\n':
        'line 2: redisClusterUrls: expected nothing, since there is redisUrl',
      'redisUrls: []\n': 'line 1: redisUrls: expected an array of 1 to 16 items, but got 0 items',
      'ledger:\n  databaseUrls:\n    - mysql://a\n':
        'line 3: ledger.databaseUrls[0]: expected a URL that starts with postgres:// or postgresql://, but got one that starts with mysql:',
      'redisUrls: redis://a\n': 'line 1: redisUrls: expected an array of 1 to 16 items',
    };
    for (const [text, reason] of Object.entries(refused)) expect(refusal(text)).toStartWith(reason);
  });
});

test('a file without such keys stays as it is, whatever it holds', () => {
  for (const value of [undefined, null, 5, [], {}, { ledger: 5 }, { ledger: { keepDays: 40 } }]) {
    expect(withoutFormerKeys(value)).toEqual({ value, warnings: [], faults: [] });
  }
});
