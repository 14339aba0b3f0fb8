import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Database, openDatabase, type Query } from '../../src/ledger/database.ts';
import { eventually } from '../eventually.ts';
import { startPostgres } from '../postgres/postgres-server.ts';
import { atCleanUp, cleanUp } from '../process.ts';

let database: Database;
beforeAll(async () => {
  const location = { kind: 'postgres', url: (await startPostgres()).url } as const;
  database = await openDatabase(location);
  atCleanUp(database.close);
});
afterAll(cleanUp);

const SETTINGS = `select current_setting('lock_timeout') as lock,
  current_setting('statement_timeout') as statement,
  current_setting('idle_in_transaction_session_timeout') as idle`;

test('Postgres ends a transaction that waits for a lock, works or is idle for too long', async () => {
  const [row] = await database.transaction((query) => query(SETTINGS));
  expect(row).toEqual({ lock: '5s', statement: '8s', idle: '2s' });
});

test('a report may take longer, and the next call on its connection has no limit of a transaction', async () => {
  await database.transaction((query) => query('select 1'));
  const [row] = await database.query(SETTINGS);
  expect(row).toMatchObject({ lock: '0', statement: '0' });
});

/** Of all four connections, which are in use at the same time. */
async function backends(): Promise<readonly number[]> {
  const all = Promise.withResolvers<void>();
  const pids: number[] = [];
  const one = async (query: Query) => {
    const [row] = await query('select pg_backend_pid() as pid');
    if (pids.push(Number(row?.pid)) === 4) all.resolve();
    await all.promise;
  };
  await Promise.all(Array.from({ length: 4 }, () => database.transaction(one)));
  return pids.sort();
}

test('once a call is given up, no connection of before is used again, and others are made once', async () => {
  const before = await backends();
  const controllers = [new AbortController(), new AbortController()];
  const calls = controllers.map(({ signal }) => database.query('select pg_sleep(60)', [], signal));
  const ended = Promise.allSettled(calls);
  await eventually(async () => {
    const asleep = await database.query(
      "select 1 from pg_stat_activity where wait_event = 'PgSleep'",
    );
    return asleep.length === 2;
  });
  controllers[0]?.abort(new Error('late'));
  const after = await backends();
  expect(after.filter((pid) => before.includes(pid))).toEqual([]);
  controllers[1]?.abort(new Error('late'));
  expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await backends()).toEqual(after);
});
