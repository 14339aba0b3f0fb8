import { afterAll, expect, test } from 'bun:test';
import { databaseOf, startExchange } from '../notices/exchange.ts';
import { cleanUp } from '../process.ts';
import { budgetedOptions, buyOut } from './budgeted-exchange.ts';

afterAll(cleanUp);

test('after a shutdown every acknowledged bill is in the ledger and no claim is left', async () => {
  const exchange = await startExchange({ ...budgetedOptions(1000), workers: 1 });
  // Some of the budget is left, so that there is a claim to give back.
  const { billed } = await buyOut([exchange.port], 60, 60);
  process.kill(exchange.pid, 'SIGINT');
  expect((await exchange.exited).code).toBe(0);
  const database = await databaseOf(exchange);
  const [facts] = await database.query('select count(*) as bills from facts');
  expect(Number(facts?.bills)).toBe(billed);
  const [claims] = await database.query('select sum(micros) as micros from budget_claims');
  expect(Number(claims?.micros ?? 0)).toBe(0);
});
