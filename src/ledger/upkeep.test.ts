import { afterAll, beforeEach, expect, test } from 'bun:test';
import { join } from 'node:path';
import { openLedger } from '../../test/ledger/ledger.ts';
import { AT_MS } from '../../test/ledger/samples.ts';
import { cleanUp, temporaryFolder } from '../../test/process.ts';
import type { Database } from './database.ts';
import { createUpkeep } from './upkeep.ts';

afterAll(cleanUp);

let database: Database;
beforeEach(async () => {
  database = await openLedger({ kind: 'sqlite', file: join(temporaryFolder(), 'parley.db') });
});

/** Upkeep of a database whose positions of journals cannot be deleted while it is said to fail. */
function upkeepOf() {
  const state = { tick: 0, isFailing: true, asked: 0 };
  const errors: string[] = [];
  const ignore = () => {};
  const failing: Database = {
    ...database,
    async query(text, values) {
      if (!text.includes('journals')) return database.query(text, values);
      state.asked++;
      if (state.isFailing) throw new Error('no right to delete');
      return database.query(text, values);
    },
  };
  const upkeep = createUpkeep(
    {
      database: failing,
      nowMs: () => AT_MS,
      keepDays: 40,
      attribute: async () => true,
      log: {
        debug: ignore,
        info: ignore,
        warn: ignore,
        error: (_, message) => errors.push(message),
      },
    },
    () => state.tick,
  );
  return { ...upkeep, state, errors };
}

test('what fails is tried again after ten seconds, and logged once until it works', async () => {
  const { run, state, errors } = upkeepOf();
  await run();
  expect([state.asked, errors.length]).toEqual([1, 1]);
  state.tick = 9999;
  await run();
  expect(state.asked).toBe(1);
  state.tick = 10_000;
  await run();
  expect([state.asked, errors.length]).toEqual([2, 1]);
  state.tick = 20_000;
  state.isFailing = false;
  await run();
  state.tick = 30_000;
  state.isFailing = true;
  await run();
  expect([state.asked, errors.length]).toEqual([4, 2]);
});
