import { Database as Sqlite } from 'bun:sqlite';
import { afterAll, expect, spyOn, test } from 'bun:test';
import * as fs from 'node:fs';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, temporaryFolder } from '../../test/process.ts';
import { backUp } from './backup.ts';
import { journalFolderOf } from './locations.ts';

afterAll(cleanUp);

const ABOUT = { parley: '0.2.0', at: '2026-01-01T00:00:00Z' };

function dataFolder(journals?: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  new Sqlite(join(folder, 'parley.db')).close();
  if (journals === undefined) return folder;
  mkdirSync(journalFolderOf(folder));
  for (const [name, text] of Object.entries(journals)) {
    writeFileSync(join(journalFolderOf(folder), name), text);
  }
  return folder;
}

function journalsOf(folder: string): Readonly<Record<string, string>> {
  const journals = journalFolderOf(folder);
  const names = readdirSync(journals).sort();
  return Object.fromEntries(
    names.map((name) => [name, readFileSync(join(journals, name), 'utf8')]),
  );
}

test('a segment that the server has drained and removed meanwhile is left out; one that cannot be read ends it', () => {
  const folder = dataFolder({ 'a-0.log': 'of a\n', 'b-0.log': 'of b\n' });
  const { copyFileSync } = fs;
  let code = 'ENOENT';
  const copying = spyOn(fs, 'copyFileSync').mockImplementation((from, to, mode) => {
    if (String(from).endsWith('a-0.log')) throw Object.assign(new Error(code), { code });
    copyFileSync(from, to, mode);
  });
  try {
    const copy = join(temporaryFolder(), 'copy');
    backUp(folder, copy, ABOUT);
    expect(journalsOf(copy)).toEqual({ 'b-0.log': 'of b\n' });
    code = 'EIO';
    expect(() => backUp(folder, join(temporaryFolder(), 'second'), ABOUT)).toThrow('EIO');
  } finally {
    copying.mockRestore();
  }
});

test('a backup that fails removes what it has made, and nothing else', () => {
  const [data, copy] = [dataFolder({ 'a-0.log': 'of a\n' }), join(temporaryFolder(), 'copy')];
  writeFileSync(join(data, 'notice-key'), 'k');
  const { copyFileSync } = fs;
  const copying = spyOn(fs, 'copyFileSync').mockImplementation((from, to, mode) => {
    copyFileSync(from, to, mode);
    if (!String(to).endsWith('notice-key')) return;
    expect(readdirSync(copy).sort()).toEqual(['journals', 'notice-key', 'parley.db']);
    writeFileSync(join(copy, 'parley.db-journal'), 'what SQLite leaves on a full disk');
    writeFileSync(join(copy, 'note'), 'of a person');
    throw new Error('ENOSPC');
  });
  try {
    expect(() => backUp(data, copy, ABOUT)).toThrow('ENOSPC');
    expect(readdirSync(copy)).toEqual(['note']);
  } finally {
    copying.mockRestore();
  }
});

test('a backup into the folder of one under way fails and leaves that one alone', () => {
  const copy = temporaryFolder();
  mkdirSync(journalFolderOf(copy));
  for (const name of ['parley.db', 'notice-key', 'backup.json']) {
    writeFileSync(join(copy, name), '');
  }
  const before = readdirSync(copy).sort();
  expect(() => backUp(dataFolder(), copy, ABOUT)).toThrow('EEXIST');
  expect(readdirSync(copy).sort()).toEqual(before);
});
