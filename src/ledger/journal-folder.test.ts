import { afterAll, expect, test } from 'bun:test';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, temporaryFolder } from '../../test/process.ts';
import { journalFolderFault } from './journal-folder.ts';

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
  expect(journalFolderFault(dataDir, refusing(path))?.reason).toBe(
    `The journals cannot be kept: ${path}: the user of Parley may not read or write a file under dataDir. Give dataDir and everything in it to the user that runs Parley: chown --recursive with that user and dataDir. ls -ln shows the owners.`,
  );
});

test('what an operator has put beside the segments does not matter', () => {
  const dataDir = temporaryFolder();
  const other = join(dataDir, 'journals', 'w-0.log.damaged');
  mkdirSync(join(dataDir, 'journals'));
  writeFileSync(other, '');
  expect(journalFolderFault(dataDir, refusing(other))).toBeUndefined();
});

test('a file in its stead is named as the system does', () => {
  const dataDir = temporaryFolder();
  const folder = join(dataDir, 'journals');
  writeFileSync(folder, '');
  expect(journalFolderFault(dataDir)?.reason).toStartWith(
    `The journals cannot be kept: ${folder}: EEXIST`,
  );
});
