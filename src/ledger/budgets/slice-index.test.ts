import { afterAll, expect, test } from 'bun:test';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, temporaryFolder } from '../../../test/process.ts';
import { createSliceIndex, readSliceIndex } from './slice-index.ts';

afterAll(cleanUp);

const HEAD = { ledger: 'of postgres', allocatorId: 'a' };

test('an index is read as it was written, with campaigns that came later', () => {
  const file = join(temporaryFolder(), 'index');
  const index = createSliceIndex(file, HEAD);
  index.add([['own/boots', 12]]);
  index.add([]);
  index.add([['own/a tab\tand\na line', 148]]);
  const byteOf = new Map([
    ['own/boots', 12],
    ['own/a tab\tand\na line', 148],
  ]);
  expect(readSliceIndex(readFileSync(file, 'utf8'))).toEqual({ ...HEAD, byteOf });
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a line that was cut off is left out, and the index of another version is not read', () => {
  const head = '["slices 1","l","a"]\n';
  expect(readSliceIndex(`${head}["own/a",12]\n["own/b",1`)?.byteOf).toEqual(
    new Map([['own/a', 12]]),
  );
  for (const text of ['', '["slices 2","l","a"]\n["own/a",12]\n', '["slices 1","l"', '{}\n']) {
    expect(readSliceIndex(text)).toBeUndefined();
  }
});
