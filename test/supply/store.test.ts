import { afterAll, beforeEach, expect, test } from 'bun:test';
import type { Database, DatabaseLocation } from '../../src/lib/sql/database.ts';
import type { SupplyCheck } from '../../src/parts/supply/check-supply.ts';
import { readHistory } from '../../src/store/history.ts';
import { onEachDatabase } from '../ledger/each-database.ts';
import { countOf, openLedger } from '../ledger/ledger.ts';
import { cleanUp } from '../process.ts';
import { lastCheck, storeCheck } from './support.ts';

afterAll(cleanUp);

const checkOf = (result: SupplyCheck['result']) => ({
  result,
  sentence: `it is ${result}`,
  domain: 'media.example',
  files: [],
  mismatches: ['a \0 and a " and a ü'],
});

onEachDatabase(({ kind, locate }) => {
  let location: DatabaseLocation;
  let database: Database;
  beforeEach(async () => {
    location = await locate();
    database = await openLedger(location);
  });

  const write = (publisher: string, result: SupplyCheck['result'], nowMs = Date.now()) =>
    storeCheck(database, publisher, checkOf(result), nowMs);

  test('checks are read as they were written, the last one of a publisher, whatever its id', async () => {
    for (const publisher of ['pub-1', 'a\0b', 'ü'.repeat(5000), "o'neill"]) {
      expect(await lastCheck(database, publisher)).toBeUndefined();
      await write(publisher, 'line-missing');
      const stored = await write(publisher, 'matched');
      expect(stored.standing).toEqual({ state: 'proven' });
      expect(await lastCheck(database, publisher)).toEqual(stored);
    }
    expect(await countOf(database, "records where kind = 'supply-check'")).toBe(4);
  });

  test('checks of two machines at the same time are stored one after the other', async () => {
    // No two machines have one SQLite file.
    const other = kind === 'postgres' ? await openLedger(location) : database;
    await write('pub-1', 'matched');
    const results = await Promise.all(
      [database, other].flatMap((machine) =>
        [1, 2, 3].map(() => storeCheck(machine, 'pub-1', checkOf('line-missing'))),
      ),
    );
    // Each has seen that the publisher had matched.
    expect(results.map(({ standing }) => standing.state)).toEqual(results.map(() => 'failing'));
    const since = results.map(({ standing }) => standing.sinceMs);
    expect(new Set(since).size).toBe(1);
  });

  test('the history has what a check has changed for people, and no other', async () => {
    for (const result of ['matched', 'matched', 'line-missing'] as const) {
      await write('pub-1', result);
    }
    const history = await readHistory(database.query, {});
    expect(history.map(({ action }) => action)).toEqual(['check', 'create']);
  });
});
