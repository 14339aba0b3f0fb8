/** A machine in a process of its own: sells and bills one campaign until its budget is used up. */
import { createBudgetKeeper } from '../../src/ledger/budgets/keeper.ts';
import { createPurseKeeping } from '../../src/ledger/budgets/purse-keeping.ts';
import { createPurses, pursesBytes } from '../../src/ledger/budgets/purses.ts';
import { settleFacts } from '../../src/ledger/budgets/settle-facts.ts';
import { openDatabase } from '../../src/ledger/database.ts';
import type { Fact } from '../../src/ledger/fact.ts';
import { account, FIVE_DOLLARS_CPM, total } from './accounts.ts';
import { factOf, saleOf } from './world.ts';

const [url = '', tag = '0', totalMicros = '0'] = process.argv.slice(2);
const budgeted = account({ money: total(Number(totalMicros)) });
const accounts = [budgeted];
const database = await openDatabase({ kind: 'postgres', url });
const memory = { buffer: new ArrayBuffer(pursesBytes(accounts)), byteOffset: 0 };
const keeping = createPurseKeeping(accounts, memory);
const purses = createPurses(accounts, memory);
const keeper = createBudgetKeeper({
  ...{ database, accounts, keeping, machineId: `machine-${tag}`, machineTag: Number(tag) },
  startMs: Date.now(),
});

/** Rounds without a sale after which there is nothing left. */
const QUIET_ROUNDS = 20;

let sold = 0;
for (let quiet = 0; quiet < QUIET_ROUNDS; ) {
  await keeper.tick(Date.now(), Date.now());
  const facts: Fact[] = [];
  for (let soldMs = Date.now(); purses.reserve(0, FIVE_DOLLARS_CPM, soldMs); soldMs = Date.now()) {
    facts.push(factOf('bill', saleOf(budgeted, { soldMs, machine: Number(tag) }), soldMs));
  }
  await database.transaction((query) => settleFacts(query, facts, new Set()));
  sold += facts.length;
  quiet = facts.length === 0 ? quiet + 1 : 0;
}
await keeper.close(Date.now());
await database.close();
process.stdout.write(`${sold}\n`);
