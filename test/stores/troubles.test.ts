import { afterAll, expect, test } from 'bun:test';
import { RedisClient, SQL } from 'bun';
import type { Trouble } from '../../src/host/observe/troubles.ts';
import {
  buy,
  call,
  type Exchange,
  SHARED_KEY,
  settled,
  startExchange,
} from '../notices/exchange.ts';
import { startPostgres } from '../postgres/postgres-server.ts';
import { cleanUp } from '../process.ts';
import { startRedis } from '../redis/redis-server.ts';

afterAll(cleanUp);

/** Of the URLs: nobody may read them in the log or the status. */
const SECRETS = ['postgres-secret', 'redis-secret'] as const;

type Status = { readonly troubles: readonly Trouble[] };

const statusOf = async ({ adminUrl }: Exchange) => (await fetch(`${adminUrl}/status`)).text();

async function storeTroubles(exchange: Exchange) {
  const { troubles } = JSON.parse(await statusOf(exchange)) as Status;
  return troubles.filter(({ id }) => id === 'database-down' || id === 'redis-down');
}

/** A Postgres and a Redis that one machine uses with a password, and the ways in which they fail. */
async function startStores() {
  const postgres = await startPostgres();
  const database = await postgres.newDatabase();
  const redis = await startRedis({ settings: { requirepass: SECRETS[1] }, url: redisUrl });
  const asRoot = async (...statements: readonly string[]) => {
    const sql = new SQL({ url: database, max: 1 });
    for (const statement of statements) await sql.unsafe(statement);
    await sql.close();
  };
  await asRoot(
    `create role parley login password '${SECRETS[0]}'`,
    'grant all on schema public to parley',
  );
  return {
    postgres,
    redis,
    asRoot,
    databaseUrl: database.replace('postgres@', `parley:${SECRETS[0]}@`),
  };
}

const redisUrl = (port: number) => `redis://:${SECRETS[1]}@127.0.0.1:${port}`;

const CUT = "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'parley'";

test('while Postgres and Redis fail, log and status say why and what to do, and nothing of it afterwards', async () => {
  const { postgres, redis, asRoot, databaseUrl } = await startStores();
  const more = `\nredisUrl: ${redis.url}\npublishers: [{ id: pub-1 }]`;
  const exchange = await startExchange({ databaseUrl, keys: [SHARED_KEY], more });
  // With its connection, a password can be changed and changed back.
  const admin = new RedisClient(redis.url);
  const seen: string[] = [];

  async function during(
    breakIt: () => Promise<unknown>,
    [database, cache]: readonly [what: RegExp, advice: string],
    mend: () => Promise<unknown>,
  ): Promise<void> {
    await breakIt();
    const both = await settled(
      () => storeTroubles(exchange),
      ([ofDatabase, ofRedis]) =>
        database.test(ofDatabase?.what ?? '') && ofRedis?.advice.includes(cache) === true,
    );
    expect(both.map(({ id }) => id)).toEqual(['database-down', 'redis-down']);
    // What they say of notices is so.
    const { nurl } = await buy(exchange.port);
    expect((await call(nurl)).status).toBe(204);
    for (const { advice } of both) await exchange.printed(advice);
    seen.push(await statusOf(exchange));
    await mend();
    expect(
      await settled(
        () => storeTroubles(exchange),
        ({ length }) => length === 0,
      ),
    ).toEqual([]);
  }

  expect(await storeTroubles(exchange)).toEqual([]);
  // A machine without traffic notices it too: its journals are empty.
  await during(
    async () => {
      await asRoot('alter role parley nologin', CUT);
      await redis.command('CONFIG', 'SET', 'maxmemory', '1');
    },
    [/not permitted to log in/, 'PING'],
    async () => {
      await redis.command('CONFIG', 'SET', 'maxmemory', '0');
      await asRoot('alter role parley login');
    },
  );
  await during(
    async () => {
      await buy(exchange.port);
      postgres.pause();
      await admin.send('CONFIG', ['SET', 'requirepass', 'another']);
      await admin.send('CLIENT', ['KILL', 'TYPE', 'normal']);
    },
    [/has not answered|no answer from/, 'PING'],
    async () => {
      postgres.resume();
      await admin.send('CONFIG', ['SET', 'requirepass', SECRETS[1]]);
    },
  );
  await during(
    async () => {
      await postgres.kill();
      await redis.kill();
    },
    [/./, 'PING'],
    async () => {
      await postgres.start();
      await redis.start();
    },
  );
  admin.close();
  const said = [exchange.stdout(), ...seen].join('\n');
  for (const secret of SECRETS) expect(said).not.toContain(secret);
  expect(said).toContain('"docs":"docs/troubles.md#database-down"');
});
