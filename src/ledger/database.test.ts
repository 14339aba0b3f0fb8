import { afterEach, expect, test } from 'bun:test';
import { join } from 'node:path';
import { temporaryFolder } from '../../test/process.ts';
import { type Database, openDatabase } from './database.ts';

const opened: Database[] = [];

async function openIn(folder: string): Promise<Database> {
  const database = await openDatabase({ kind: 'sqlite', file: join(folder, 'p.db') });
  opened.push(database);
  await database.query('create table things (id integer primary key, name text)');
  return database;
}

afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
});

test('more statements than are kept prepared are carried out, each with its own values', async () => {
  const { query } = await openIn(temporaryFolder());
  const asked = Array.from({ length: 300 }, (_, index) => `select ${index} + $1 as sum`);
  for (const more of [1000, 2000]) {
    for (const [index, text] of asked.entries()) {
      expect(await query(text, [more])).toEqual([{ sum: index + more }]);
    }
  }
});

test('several statements in one text are refused, and none is carried out', async () => {
  const { query } = await openIn(temporaryFolder());
  const both = 'insert into things (id) values (1); insert into things (id) values (2)';
  expect(query(both)).rejects.toThrow('expected one statement, but got several: insert into');
  expect(await query('select * from things')).toEqual([]);
});

test('a transaction that fails leaves nothing behind, and the next one is carried out', async () => {
  const { query, transaction } = await openIn(temporaryFolder());
  const insert = 'insert into things (id, name) values ($1, $2)';
  const failing = transaction(async (inner) => {
    await inner(insert, [1, 'one']);
    await inner(insert, [1, 'again']);
  });
  expect(failing).rejects.toThrow('UNIQUE');
  await transaction((inner) => inner(insert, [2, 'two']));
  expect(await query('select id from things')).toEqual([{ id: 2 }]);
});
