import { afterAll, beforeEach, expect, test } from 'bun:test';
import { join } from 'node:path';
import { openLedger } from '../../test/ledger/ledger.ts';
import { AT_MS } from '../../test/ledger/samples.ts';
import { cleanUp, temporaryFolder } from '../../test/process.ts';
import type { Database } from './database.ts';
import { createKnownPositions, type JournalPosition, movePositions } from './positions.ts';

afterAll(cleanUp);

let database: Database;
beforeEach(async () => {
  database = await openLedger({ kind: 'sqlite', file: join(temporaryFolder(), 'parley.db') });
});

/** Moves the position without this process: as another does that drains a copy, or a backup that is put in. */
async function put(journal: string, to: JournalPosition): Promise<void> {
  await database.query('delete from journals where name = $1', [journal]);
  await movePositions(database.query, [{ journal, from: undefined, to }], AT_MS);
}

function positionsOf() {
  const clock = { tick: 0 };
  const warnings: string[] = [];
  let queries = 0;
  const ignore = () => {};
  const log = {
    debug: ignore,
    info: ignore,
    error: ignore,
    warn: (_: object, message: string) => warnings.push(message),
  };
  const counted: Database = {
    ...database,
    query(...question) {
      queries++;
      return database.query(...question);
    },
  };
  const positions = createKnownPositions(counted, { log, tickMs: () => clock.tick });
  return { positions, clock, warnings, queries: () => queries };
}

test('a move whose answer was lost is no surprise, whether it was made or not', async () => {
  const { positions, warnings } = positionsOf();
  await put('a', { segment: 0, offset: 10 });
  await positions.open(['a', 'b']);
  await put('a', { segment: 0, offset: 20 });
  const to = { segment: 0, offset: 20 };
  positions.maybeMoved([
    { journal: 'a', from: { segment: 0, offset: 10 }, to },
    { journal: 'b', from: undefined, to },
  ]);
  await positions.open(['a', 'b']);
  expect([positions.of('a'), positions.of('b')]).toEqual([to, undefined]);
  expect(warnings).toEqual([]);
});
