import { beforeAll, expect, test } from 'bun:test';
import { readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../test/process.ts';
import { buildTables } from './build-tables.ts';
import { tablesIn } from './open-tables.ts';

const built = buildTables();
const folder = temporaryFolder();
const other = join(folder, 'words-0123.bin');
let file = '';

beforeAll(() => {
  writeFileSync(other, 'of another version');
  tablesIn([folder]);
  file = join(folder, readdirSync(folder)[0] ?? '');
});

test('the tables are kept in a file of this version alone, and are the same in it', () => {
  expect(readdirSync(folder)).toHaveLength(1);
  expect(file).not.toBe(other);
  expect(tablesIn([folder])).toEqual(built);
});

test('a folder that cannot be written to is passed over', () => {
  expect(tablesIn([join(file, 'inside a file'), folder])).toEqual(built);
});

test('where no folder can be written to, a process has tables of its own', () => {
  expect(tablesIn([join(file, 'inside a file')])).toEqual(built);
});

test('a file that is not whole is made anew', () => {
  truncateSync(file, 4096);
  expect(tablesIn([folder])).toEqual(built);
});
