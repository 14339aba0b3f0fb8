import { Database as Sqlite } from 'bun:sqlite';
import { afterAll, expect, spyOn, test } from 'bun:test';
import * as fs from 'node:fs';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, temporaryFolder } from '../../test/process.ts';
import { backUp } from './backup.ts';
import { journalFolderOf } from './data-folder.ts';

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
