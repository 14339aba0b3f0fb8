import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { connect, createServer, type Socket } from 'node:net';
import { type Database, openDatabase, type Query, type Row } from '../../src/lib/sql/database.ts';
import { eventually } from '../eventually.ts';
import { newPostgresDatabase } from '../postgres/shared-postgres.ts';
import { atCleanUp, cleanUp } from '../process.ts';

/** What docs/ledger.md promises: a machine that gets no answers blocks the others for no longer. */
const BLOCKED_MS_MAX = 5000;
/** Of a machine to a database. */
const CONNECTIONS = 4;
/** A busy machine that runs the tests may stand still for as long. */
const TEST_PAUSE_MS = 3000;

afterAll(cleanUp);

let url: string;
let proxy: AnswerSwallower;
let healthy: Database;
let cutOff: Database;
beforeEach(async () => {
  url = await newPostgresDatabase();
  proxy = await startAnswerSwallower(url);
  healthy = await opened(url);
  cutOff = await opened(proxy.url);
  await healthy.query('create table counts (name text primary key, count bigint not null)');
  await healthy.query("insert into counts values ('budget', 0), ('rollup', 0)");
});

async function opened(at: string, limits?: Parameters<typeof openDatabase>[1]): Promise<Database> {
  const database = await openDatabase({ kind: 'postgres', url: at }, limits);
  atCleanUp(() => database.close());
  return database;
}

const add = (name: string) => `update counts set count = count + 1 where name = '${name}'`;

const countOf = async (name: string) => {
  const [row] = await healthy.query('select count from counts where name = $1', [name]);
  return Number(row?.count);
};

const goes: (() => void)[] = [];

/** A transaction of the machine that is cut off later. It has locked a row when this resolves. */
async function lockAndGoOn(name: string, next: string): Promise<void> {
  const locked = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const lost = cutOff.transaction(async (query) => {
    await query(add(name));
    locked.resolve();
    await go.promise;
    await query(next);
  });
  lost.catch(() => {});
  await locked.promise;
  goes.push(go.resolve);
}

/** Writes as a drain does, which tries again. Resolves to the time that it took. */
async function msUntilAdded(...names: readonly string[]): Promise<number> {
  const startedMs = performance.now();
  const write = () =>
    healthy.transaction(async (query) => {
      for (const name of names) await query(add(name));
      return true;
    });
  await eventually(() => write().catch(() => false));
  return performance.now() - startedMs;
}

/** The answers to what follows are lost. */
function lose(cut: () => void): void {
  cut();
  for (const go of goes.splice(0)) go();
}

describe('a machine whose answers are lost in the middle of a transaction', () => {
  test('blocks the others for five seconds at most, and has changed nothing', async () => {
    await lockAndGoOn('rollup', 'select 1');
    lose(proxy.swallow);
    expect(await msUntilAdded('rollup')).toBeLessThan(BLOCKED_MS_MAX + TEST_PAUSE_MS);
    expect(await countOf('rollup')).toBe(1);
  });
});

describe('a machine that waits no longer for an answer', () => {
  const limits = { queryMs: 2000, answerMs: 300 };
  const backend = 'select pg_backend_pid() as pid';

  test.each([
    ['statement', (query: Query) => query('select 1')],
    ['commit', async () => {}],
  ])(
    'for a lost answer to a %s closes that connection, and uses new ones when it can',
    async (_, rest) => {
      const impatient = await opened(proxy.url, limits);
      let pid = 0;
      const lost = impatient.transaction(async (query) => {
        pid = Number((await query(backend))[0]?.pid);
        proxy.swallow();
        await rest(query);
      });
      await expect(lost).rejects.toThrow('no answer from the database in 300 ms');
      proxy.recover();
      // None of the connections of before is used again: their answers may be lost as well.
      for (let turn = 0; turn < 8; turn++) {
        const [row] = await patiently(impatient.query, backend);
        expect(Number(row?.pid)).not.toBe(pid);
      }
      await eventually(async () => {
        const running = await healthy.query('select pid from pg_stat_activity where pid = $1', [
          pid,
        ]);
        return running.length === 0;
      });
    },
  );

  test('for connections, however often they are lost, has as many as before', async () => {
    const impatient = await opened(proxy.url, limits);
    const four = (statement: string) =>
      Promise.allSettled(
        Array.from({ length: CONNECTIONS }, () =>
          impatient.transaction((query) => query(statement)),
        ),
      );
    for (let time = 0; time < 3; time++) {
      // One after the other would share a connection.
      await four('select pg_sleep(0.1)');
      proxy.swallow();
      const ends = await four('select 1');
      expect(ends.map(({ status }) => status)).toEqual(Array(CONNECTIONS).fill('rejected'));
      proxy.recover();
    }
    expect(await patiently(impatient.query, 'select 1 as one')).toHaveLength(1);
  });
});

test('Postgres ends a transaction that waits for a lock, works or is idle for too long, and no other query', async () => {
  const settings = `select current_setting('lock_timeout') as lock,
    current_setting('statement_timeout') as statement,
    current_setting('idle_in_transaction_session_timeout') as idle`;
  const [row] = await healthy.transaction((query) => query(settings));
  expect(row).toEqual({ lock: '5s', statement: '8s', idle: '2s' });
  const [beside] = await healthy.query(settings);
  expect(beside).toMatchObject({ lock: '0', statement: '0' });
});

/** On a busy machine an answer may take longer than the limits of these tests. */
async function patiently(query: Query, text: string): Promise<readonly Row[]> {
  let rows: readonly Row[] | undefined;
  await eventually(async () => {
    rows = await query(text).catch(() => undefined);
    return rows !== undefined;
  });
  return rows ?? [];
}

/** Stands between a machine and Postgres. */
type AnswerSwallower = {
  /** The URL of the same database through it. */
  readonly url: string;
  /** From now on statements arrive and their answers are lost. */
  readonly swallow: () => void;
  /** Answers arrive again on connections that are opened later. */
  readonly recover: () => void;
};

async function startAnswerSwallower(databaseUrl: string): Promise<AnswerSwallower> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const pairs = new Set<{ isSwallowing: boolean }>();
  let isSwallowing = false;
  const proxy = createServer((client) => {
    const server = connect(Number(target.port), target.hostname);
    const pair = { isSwallowing };
    pairs.add(pair);
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
    }
    client.pipe(server);
    server.on('data', (bytes) => {
      if (!pair.isSwallowing) client.write(bytes);
    });
    server.on('end', () => {
      if (!pair.isSwallowing) client.end();
    });
  });
  await new Promise<void>((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve);
  });
  atCleanUp(() => {
    proxy.close();
    for (const socket of sockets) socket.destroy();
  });
  const url = new URL(databaseUrl);
  const address = proxy.address();
  url.port = typeof address === 'object' ? String(address?.port) : '';
  return {
    url: url.href,
    swallow() {
      isSwallowing = true;
      for (const pair of pairs) pair.isSwallowing = true;
    },
    recover() {
      isSwallowing = false;
    },
  };
}
