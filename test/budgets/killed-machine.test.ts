import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Database } from '../../src/ledger/database.ts';
import { eventually } from '../eventually.ts';
import {
  buy,
  call,
  databaseOf,
  type Exchange,
  factsOf,
  SHARED_KEY,
  startExchange,
} from '../notices/exchange.ts';
import { type PostgresServer, startPostgres } from '../postgres/postgres-server.ts';
import { cleanUp, killGroup, temporaryFolder } from '../process.ts';
import { budgetedOptions, buyOut, IMPRESSION_USD } from './budgeted-exchange.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(cleanUp);

const IMPRESSIONS = 160;
const OPEN = 3;
const IMPRESSION_MICROS = IMPRESSION_USD * 1e6;

/** By the allocator that has claimed them. */
async function claims(database: Database): Promise<ReadonlyMap<string, number>> {
  const rows = await database.query('select machine, micros from budget_claims');
  return new Map(
    rows.map(({ machine, micros }) => [String(machine), Number(micros) / IMPRESSION_MICROS]),
  );
}

/** Sells some impressions that are not billed, and dies with a slice. */
async function dieWithOpenSales(exchange: Exchange) {
  const sales = await Promise.all(Array.from({ length: OPEN }, () => buy(exchange.port)));
  killGroup(exchange.pid, 'SIGKILL');
  await exchange.exited;
  return sales;
}

/** The open sales are billed at this machine, and everything was charged. */
async function expectAllCharged(
  { port }: Exchange,
  database: Database,
  open: Awaited<ReturnType<typeof dieWithOpenSales>>,
): Promise<void> {
  for (const { burl = '' } of open) expect((await call(burl, { port })).status).toBe(204);
  await factsOf(database, IMPRESSIONS);
  const [spent] = await database.query('select spent_total_nanos from budgets');
  expect(Number(spent?.spent_total_nanos)).toBe(IMPRESSIONS * IMPRESSION_MICROS * 1000);
  expect(await database.query("select kind from facts where uncharged <> ''")).toEqual([]);
}

const haveSlices = async (database: Database, machines: number) => {
  const held = [...(await claims(database)).values()];
  return held.length === machines && held.every((impressions) => impressions > OPEN);
};

test('a machine that is killed and started again sells at once all that it had not sold before, and not one more', async () => {
  const options = { ...budgetedOptions(IMPRESSIONS), workers: 2, dataDir: temporaryFolder() };
  const first = await startExchange(options);
  const database = await databaseOf(first);
  await eventually(() => haveSlices(database, 1));
  const open = await dieWithOpenSales(first);

  const second = await startExchange(options);
  const rest = IMPRESSIONS - OPEN;
  expect(await buyOut([second.port], rest)).toEqual({ sold: rest, billed: rest });
  await expectAllCharged(second, database, open);
});

test('another machine on the same host returns what one that was killed had not sold, and leaves what it had', async () => {
  const databaseUrl = await postgres.newDatabase();
  const options = { ...budgetedOptions(IMPRESSIONS), databaseUrl, keys: [SHARED_KEY] };
  const living = await startExchange(options);
  const database = await databaseOf(living);
  await eventually(() => haveSlices(database, 1));
  const [livingId] = (await claims(database)).keys();
  const dying = await startExchange(options);
  await eventually(() => haveSlices(database, 2));
  const open = await dieWithOpenSales(dying);
  const ofDead = async () =>
    [...(await claims(database))].flatMap(([id, held]) => (id === livingId ? [] : held));
  await eventually(async () => (await ofDead())[0] === OPEN);

  const rest = IMPRESSIONS - OPEN;
  expect(await buyOut([living.port], rest)).toEqual({ sold: rest, billed: rest });
  expect(await ofDead()).toEqual([OPEN]);
  await expectAllCharged(living, database, open);
});
