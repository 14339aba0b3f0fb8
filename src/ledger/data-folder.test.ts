import { afterAll, expect, test } from 'bun:test';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, temporaryFolder } from '../../test/process.ts';
import { journalFolderFault } from './data-folder.ts';

afterAll(cleanUp);

/** As the system refuses a user who is not root, to whom it would refuse nothing. */
const refusing = (refused: string) => (path: unknown) => {
  if (path === refused)
    throw Object.assign(new Error(`EACCES: permission denied, access '${refused}'`), {
      code: 'EACCES',
    });
};

test('a folder that can be written to is created for its user alone, and kept', () => {
  const dataDir = temporaryFolder();
  const folder = join(dataDir, 'journals');
  expect(journalFolderFault(dataDir)).toBeUndefined();
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  writeFileSync(join(folder, 'w-0.log'), '');
  expect(journalFolderFault(dataDir)).toBeUndefined();
  expect(existsSync(join(folder, 'w-0.log'))).toBe(true);
});

test.each([
  ['the folder', ''],
  ['a segment in it', 'w-0.log'],
])('%s that belongs to another user is named, with what to do', (_, name) => {
  const dataDir = temporaryFolder();
  const folder = join(dataDir, 'journals');
  mkdirSync(folder);
  writeFileSync(join(folder, 'w-0.log'), '');
  const path = join(folder, name);
  expect(journalFolderFault(dataDir, refusing(path))?.reason).toContain(`${path}: `);
});
