import { afterAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from './config-file.ts';
import { configKeys } from './config-keys.ts';
import { cleanUp } from './process.ts';

afterAll(cleanUp);

/** docs/deploy/upgrade.md lists them. Each is in a file that 0.1.0 accepted. */
const GONE: Readonly<Record<string, string>> = {
  'ledger.databaseUrls': 'ledger: { databaseUrls: [postgres://a/ledger] }\n',
  'ledger.lanes': 'ledger: { lanes: 4 }\n',
  redisUrls: 'redisUrls: [redis://a]\n',
};

const OF_0_1_0 = readFileSync(join(import.meta.dir, 'config-keys-0.1.0.txt'), 'utf8')
  .trim()
  .split('\n');

test('every key that a config of 0.1.0 may have is still known, or is read with a warning', () => {
  const known = new Set(configKeys().map(({ path }) => path));
  expect(OF_0_1_0.filter((path) => !known.has(path))).toEqual(Object.keys(GONE));
  for (const [path, text] of Object.entries(GONE)) {
    expect(load(text).warnings).toEqual([expect.stringContaining(`line 1: ${path} `)]);
  }
});
