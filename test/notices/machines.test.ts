import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type PostgresServer, startPostgres } from '../postgres/postgres-server.ts';
import { cleanUp } from '../process.ts';
import { buy, call, databaseOf, SHARED_KEY, startExchange, stopExchange } from './exchange.ts';

const CALLS = 1000;

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(cleanUp);

test('one notice a thousand times at once, on two machines with one Postgres, is one fact', async () => {
  const databaseUrl = await postgres.newDatabase();
  const start = () => startExchange({ workers: 2, databaseUrl, keys: [SHARED_KEY] });
  const machines = await Promise.all([start(), start()]);
  const { price, burl = '' } = await buy(machines[0].port);
  const ports = machines.map(({ port }) => port);
  const calls = Array.from({ length: CALLS }, (_, index) =>
    call(burl, { port: ports[index % 2] ?? 0, price: String(price - (index % 7) / 10) }),
  );
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(statuses.filter((status) => status !== 204)).toEqual([]);

  for (const machine of machines) await stopExchange(machine);
  const database = await databaseOf(machines[0]);
  const facts = await database.query('select kind, price_micros from facts');
  expect(facts.map(({ kind }) => kind)).toEqual(['bill']);
  const [{ spent } = {}] = await database.query('select sum(spend_nanos) as spent from rollups');
  expect(Number(spent)).toBe(Number(facts[0]?.price_micros));
});
