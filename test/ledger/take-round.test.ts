import { afterAll, expect, test } from 'bun:test';
import { takeRound } from '../../src/ledger/take-round.ts';
import { DAY_MS } from '../../src/lib/day.ts';
import { cleanUp } from '../process.ts';
import { onEachDatabase } from './each-database.ts';
import { openLedger } from './ledger.ts';

afterAll(cleanUp);

onEachDatabase(({ locate }) => {
  test('buyers are told by one machine at a time, and by another once that one is gone', async () => {
    const location = await locate();
    const database = await openLedger(location);
    const nowMs = Date.now();
    expect(await takeRound(database, 'a', nowMs)).toBe(true);
    expect(await takeRound(database, 'b', nowMs)).toBe(false);
    expect(await takeRound(database, 'a', nowMs)).toBe(true);
    // As if the machine had not asked again for a day.
    await database.query('update telling_round set until_ms = until_ms - $1', [DAY_MS]);
    const both = await Promise.all([
      takeRound(database, 'b', nowMs),
      takeRound(await openLedger(location), 'c', nowMs),
    ]);
    expect(both.toSorted()).toEqual([false, true]);
    expect(await takeRound(database, 'a', nowMs)).toBe(false);
  });
});
