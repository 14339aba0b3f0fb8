import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configKeys } from './config-keys.ts';

/** docs/deploy/upgrade.md promises it. A key that has to go needs a sentence of its own in `parley check --upgrade`. */
test('every key that a config of 0.1.0 may have is still known', () => {
  const list = readFileSync(join(import.meta.dir, 'config-keys-0.1.0.txt'), 'utf8');
  const known = new Set(configKeys().map(({ path }) => path));
  const gone = list
    .trim()
    .split('\n')
    .filter((path) => !known.has(path));
  expect(gone).toEqual([]);
});
