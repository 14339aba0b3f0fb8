import { afterAll, beforeAll, expect, test } from 'bun:test';
import { ConfigFault } from '../../src/config/config.ts';
import { loadSetup } from '../../src/config/setup.ts';
import { sliceBytes } from '../../src/ledger/budgets/slice-memory.ts';
import { startBudgets } from '../../src/ledger/budgets/start-budgets.ts';
import type { Database } from '../../src/ledger/database.ts';
import { createLog } from '../../src/observe/log.ts';
import { accountsOf } from '../../src/worker/accounts.ts';
import {
  databaseOf,
  type Exchange,
  factsOf,
  reportOf,
  SHARED_KEY,
  settled,
  startExchange,
  stopExchange,
} from '../notices/exchange.ts';
import { type PostgresServer, startPostgres } from '../postgres/postgres-server.ts';
import { cleanUp, killGroup, temporaryFolder } from '../process.ts';
import { budgetedOptions, buyOut, IMPRESSION_USD } from './budgeted-exchange.ts';
import { heartbeatOf } from './world.ts';

const IMPRESSIONS = 30;

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(cleanUp);

/** What another machine, with the same config and ledger, says of the only campaign. */
async function whyNot({ configFile }: Exchange, database: Database) {
  const setup = loadSetup({ PARLEY_CONFIG: configFile }, '/');
  if (setup instanceof ConfigFault) throw new Error(setup.message);
  const accounts = accountsOf(setup);
  const memory = { buffer: new ArrayBuffer(sliceBytes(accounts)), byteOffset: 0 };
  const budgets = startBudgets({
    database: () => ({ ...database, caughtUpMs: Date.now }),
    machineTag: 0,
    heartbeat: heartbeatOf(crypto.randomUUID(), Date.now),
    newId: () => crypto.randomUUID(),
    nowMs: Date.now,
    log: createLog('silent'),
  });
  budgets.use({ accounts, memory });
  const [report] = await settled(budgets.statuses, ([one]) => one?.state !== 'ledger-unreachable');
  await budgets.stop();
  return report;
}

const usd = (impressions: number) => (impressions * IMPRESSION_USD).toFixed(2);

test('a daily budget is sold and billed to the last impression on two workers, over a restart, and not one more', async () => {
  const options = { ...budgetedOptions(IMPRESSIONS), workers: 2, dataDir: temporaryFolder() };
  const first = await startExchange(options);
  const some = await buyOut([first.port], IMPRESSIONS / 2, IMPRESSIONS / 2);
  expect(some).toEqual({ sold: IMPRESSIONS / 2, billed: IMPRESSIONS / 2 });
  const database = await databaseOf(first);
  expect(await factsOf(database, some.billed)).toHaveLength(some.billed);
  // Then nothing is reserved any more that would be missing to the next for some minutes.
  const untaken = () => database.query('select minute from budget_outcomes');
  expect(await settled(untaken, (rows) => rows.length === 0)).toEqual([]);
  await stopExchange(first);

  const second = await startExchange(options);
  const rest = await buyOut([second.port], IMPRESSIONS / 2);
  expect(rest).toEqual({ sold: IMPRESSIONS / 2, billed: IMPRESSIONS / 2 });
  await factsOf(database, IMPRESSIONS);
  expect(await whyNot(second, database)).toMatchObject({
    state: 'daily-budget-reached',
    sentence: expect.stringContaining(`$${usd(IMPRESSIONS)} of $${usd(IMPRESSIONS)} today`),
  });

  killGroup(second.pid, 'SIGKILL');
  await second.exited;
  const third = await startExchange(options);
  expect(await buyOut([third.port], 0)).toEqual({ sold: 0, billed: 0 });
  const [row] = (await reportOf(third)).filter(({ spend_usd }) => Number(spend_usd) > 0);
  expect(row).toMatchObject({ partner: 'own', spend_usd: usd(IMPRESSIONS) });
});

test('two machines on one Postgres sell one budget to the last impression, and not one more', async () => {
  const databaseUrl = await postgres.newDatabase();
  const options = { ...budgetedOptions(IMPRESSIONS), databaseUrl, keys: [SHARED_KEY] };
  const machines = await Promise.all([startExchange(options), startExchange(options)]);
  const sales = await buyOut(
    machines.map(({ port }) => port),
    IMPRESSIONS,
  );
  expect(sales).toEqual({ sold: IMPRESSIONS, billed: IMPRESSIONS });
  const database = await databaseOf(machines[0]);
  await factsOf(database, IMPRESSIONS);
  expect(await whyNot(machines[0], database)).toMatchObject({ state: 'daily-budget-reached' });
  for (const machine of machines) await stopExchange(machine);
  const [row] = (await reportOf(machines[0])).filter(({ spend_usd }) => Number(spend_usd) > 0);
  expect(row).toMatchObject({ partner: 'own', spend_usd: usd(IMPRESSIONS) });
});
