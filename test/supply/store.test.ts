import { afterAll, beforeEach, expect, test } from 'bun:test';
import { takeRound } from '../../src/ledger/take-round.ts';
import { DAY_MS } from '../../src/lib/day.ts';
import type { Database, DatabaseLocation } from '../../src/lib/sql/database.ts';
import type { SupplyResult } from '../../src/parts/supply/check-supply.ts';
import { followChecks } from '../../src/parts/supply/follow-checks.ts';
import { readCheck, writeCheck } from '../../src/parts/supply/supply-store.ts';
import { onEachDatabase } from '../ledger/each-database.ts';
import { countOf, openLedger } from '../ledger/ledger.ts';
import { cleanUp } from '../process.ts';

afterAll(cleanUp);

const checkOf = (result: SupplyResult) => ({
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

  const write = (publisher: string, result: SupplyResult, nowMs = Date.now()) =>
    writeCheck(database, publisher, checkOf(result), nowMs);

  test('checks are read as they were written, the last one of a publisher, whatever its id', async () => {
    for (const publisher of ['pub-1', 'a\0b', 'ü'.repeat(5000), "o'neill"]) {
      expect(await readCheck(database.query, publisher)).toBeUndefined();
      await write(publisher, 'line-missing');
      const stored = await write(publisher, 'matched');
      expect(stored.standing).toEqual({ state: 'proven', matchedMs: stored.atMs });
      expect(await readCheck(database.query, publisher)).toEqual(stored);
    }
    expect(await countOf(database, 'supply_checks')).toBe(4);
  });

  test('checks of two machines at the same time are stored one after the other', async () => {
    // No two machines have one SQLite file.
    const other = kind === 'postgres' ? await openLedger(location) : database;
    await write('pub-1', 'matched');
    const results = await Promise.all(
      [database, other].flatMap((machine) =>
        [1, 2, 3].map(() => writeCheck(machine, 'pub-1', checkOf('line-missing'), Date.now())),
      ),
    );
    // Each has seen that the publisher had matched.
    expect(results.map(({ standing }) => standing.state)).toEqual(results.map(() => 'failing'));
    const since = results.map(({ standing }) => (standing as { sinceMs: number }).sinceMs);
    expect(new Set(since).size).toBe(1);
  });

  test('checks are followed: those of others too, once each, and anew where the database went back', async () => {
    const follower = followChecks();
    expect(follower.isRead()).toBe(false);
    await write('pub-1', 'matched');
    expect(await follower.read(database.query)).toBe(true);
    expect(follower.isRead()).toBe(true);
    expect(await follower.read(database.query)).toBe(false);
    await write('pub-2', 'line-missing');
    expect(await follower.read(database.query)).toBe(true);
    expect(follower.checkOf('pub-1')?.check.result).toBe('matched');
    expect(follower.checkOf('pub-2')?.check.result).toBe('line-missing');
    await database.query('delete from supply_checks where publisher = $1', ['pub-1']);
    await follower.read(database.query);
    expect(follower.checkOf('pub-1')).toBeDefined();
    follower.readAnew();
    await follower.read(database.query);
    expect(follower.checkOf('pub-1')).toBeUndefined();
    expect(follower.checkOf('pub-2')).toBeDefined();
  });

  test('checks are made by one machine at a time, and by another once that one is gone', async () => {
    const nowMs = Date.now();
    expect(await takeRound(database, 'supply', 'a', nowMs)).toBe(true);
    expect(await takeRound(database, 'supply', 'b', nowMs)).toBe(false);
    expect(await takeRound(database, 'supply', 'a', nowMs)).toBe(true);
    // As if the machine had not asked again for a day.
    await database.query('update supply_round set until_ms = until_ms - $1', [DAY_MS]);
    const both = await Promise.all([
      takeRound(database, 'supply', 'b', nowMs),
      takeRound(await openLedger(location), 'supply', 'c', nowMs),
    ]);
    expect(both.toSorted()).toEqual([false, true]);
    expect(await takeRound(database, 'supply', 'a', nowMs)).toBe(false);
  });
});
