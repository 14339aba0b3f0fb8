import { afterAll, beforeEach, expect, test } from 'bun:test';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../../src/ledger/database.ts';
import { retireSegment } from '../../src/ledger/segments.ts';
import { cleanUp, temporaryFolder } from '../process.ts';
import { countOf, drainOf, journalOf, openLedger } from './ledger.ts';
import { AT_MS, aFact, factEntry } from './samples.ts';

afterAll(cleanUp);

let database: Database;
let folder: string;
beforeEach(async () => {
  database = await openLedger({ kind: 'sqlite', file: join(temporaryFolder(), 'parley.db') });
  folder = temporaryFolder();
});

const factOf = (auctionId: string) => factEntry(aFact({ auctionId }));

/** A folder with the name of a segment can be opened and not read, like a file on a broken disk. */
function breakSegment(name: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  return path;
}

test('a segment that cannot be read delays no other, is logged once by name, and fails the drain', async () => {
  const broken = breakSegment('1-a-0.log');
  await journalOf(folder, [factOf('a')]);
  const drain = drainOf(folder, database);
  await expect(drain.drainOnce()).rejects.toThrow('1-a-0.log');
  expect(await countOf(database, 'facts')).toBe(1);
  await journalOf(folder, [factOf('b')]);
  await expect(drain.drainOnce()).rejects.toThrow('1-a-0.log');
  expect(await countOf(database, 'facts')).toBe(2);
  expect(drain.logged.map(({ facts }) => facts)).toEqual([
    { segment: '1-a-0.log', reason: expect.any(String) },
  ]);
  rmdirSync(broken);
  await drain.drainOnce();
  expect(readdirSync(folder)).toEqual([]);
});

test('the drain has not caught up while a segment that is written to cannot be read', async () => {
  let now = AT_MS;
  const isWriterAlive = (name: string) => name === '1-a';
  const drain = drainOf(folder, database, { nowMs: () => now, isWriterAlive });
  expect(drain.caughtUpMs()).toBeUndefined();
  await drain.drainOnce();
  expect(drain.caughtUpMs()).toBe(AT_MS);
  breakSegment('1-a-0.log');
  now += 1000;
  await expect(drain.drainOnce()).rejects.toThrow();
  expect(drain.caughtUpMs()).toBe(AT_MS);
  // No more can come behind it now.
  const later = drainOf(folder, database, { nowMs: () => now });
  await expect(later.drainOnce()).rejects.toThrow();
  expect(later.caughtUpMs()).toBe(now);
});

test('a database that cannot be reached is not asked again for each segment', async () => {
  for (const id of ['a', 'b', 'c']) await journalOf(folder, [factOf(id)]);
  let asked = 0;
  const fail = () => {
    asked++;
    return Promise.reject(new Error('gone'));
  };
  const drain = drainOf(folder, { ...database, transaction: fail });
  await expect(drain.drainOnce()).rejects.toThrow('gone');
  expect(asked).toBe(3);
  asked = 0;
  const dead = drainOf(folder, { ...database, query: fail, transaction: fail });
  await expect(dead.drainOnce()).rejects.toThrow('gone');
  expect(asked).toBeLessThan(3);
});

test('a segment that was renamed when the database went is forgotten when it is back', async () => {
  await journalOf(folder, [factOf('a')]);
  let isGone = true;
  const drain = drainOf(folder, {
    ...database,
    query: (text, values) =>
      isGone && text.startsWith('delete')
        ? Promise.reject(new Error('gone'))
        : database.query(text, values),
  });
  await expect(drain.drainOnce()).rejects.toThrow('gone');
  expect(readdirSync(folder).map((name) => name.slice(-8))).toEqual(['.drained']);
  isGone = false;
  await drain.drainOnce();
  expect(readdirSync(folder)).toEqual([]);
  expect(await countOf(database, 'journal_positions')).toBe(0);
});

test('a segment that grew after it was read to its end keeps its name', async () => {
  const segment = `${await journalOf(folder, [factOf('a')])}-0.log`;
  const file = join(folder, segment);
  const { size: bytes } = statSync(file);
  appendFileSync(file, readFileSync(file));
  const drained = { segment, bytes, isDamaged: false };
  await expect(retireSegment(folder, [database], drained)).rejects.toThrow(
    'a worker still writes to it',
  );
  expect(readdirSync(folder)).toEqual([segment]);
});
