import { afterAll, beforeEach, expect, test } from 'bun:test';
import { mkdirSync, readdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../../src/lib/sql/database.ts';
import { cleanUp, temporaryFolder } from '../process.ts';
import { countOf, drainOf, journalOf, openOwnLedger } from './ledger.ts';
import { AT_MS, aFact, factEntry } from './samples.ts';

afterAll(cleanUp);

let database: Database;
let folder: string;
beforeEach(async () => {
  database = await openOwnLedger();
  folder = temporaryFolder();
});

const factOf = (auctionId: string) => factEntry(aFact({ auctionId }));

/** A folder with the name of a segment can be opened and not read, like a file on a broken disk. */
function breakSegment(name: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  return path;
}

test('a segment that cannot be read delays no other journal, and fails the drain by its name', async () => {
  const broken = breakSegment('1-a-0.log');
  await journalOf(folder, [factOf('a')]);
  const drain = drainOf(folder, database);
  await expect(drain.drainOnce()).rejects.toThrow('1-a-0.log');
  expect(await countOf(database, 'facts')).toBe(1);
  await journalOf(folder, [factOf('b')]);
  await expect(drain.drainOnce()).rejects.toThrow('1-a-0.log');
  expect(await countOf(database, 'facts')).toBe(2);
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
