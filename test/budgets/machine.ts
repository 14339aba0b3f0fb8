/** A machine in a process of its own: sells and bills one campaign until its budget is used up. */
import { createBudgetAllocator } from '../../src/ledger/budgets/allocator.ts';
import { settleFacts } from '../../src/ledger/budgets/settle-facts.ts';
import { sliceBytes } from '../../src/ledger/budgets/slice-memory.ts';
import { createSupervisorSlices } from '../../src/ledger/budgets/supervisor-slices.ts';
import { createWorkerSlices } from '../../src/ledger/budgets/worker-slices.ts';
import { openDatabase } from '../../src/ledger/database.ts';
import type { Fact } from '../../src/sale/fact.ts';
import { account, FIVE_DOLLARS_CPM, total } from './accounts.ts';
import { factOf, heartbeatOf, saleOf } from './world.ts';

const [url = '', tag = '0', totalMicros = '0'] = process.argv.slice(2);
const budgeted = account({ money: total(Number(totalMicros)) });
const accounts = [budgeted];
const database = await openDatabase({ kind: 'postgres', url });
const memory = { buffer: new ArrayBuffer(sliceBytes(accounts)), byteOffset: 0 };
const slices = createSupervisorSlices(accounts, memory);
const workerSlices = createWorkerSlices(accounts, memory);
const allocator = createBudgetAllocator({
  ...{ database, accounts, slices, allocatorId: `machine-${tag}`, machineTag: Number(tag) },
  ...{ heartbeat: heartbeatOf(tag, Date.now), startMs: Date.now() },
});

/** Rounds without a sale after which there is nothing left. */
const QUIET_ROUNDS = 20;

let sold = 0;
for (let quiet = 0; quiet < QUIET_ROUNDS; ) {
  await allocator.tick(Date.now(), Date.now());
  const facts: Fact[] = [];
  for (
    let soldMs = Date.now();
    workerSlices.reserve(0, FIVE_DOLLARS_CPM, soldMs);
    soldMs = Date.now()
  ) {
    facts.push(factOf('bill', saleOf(budgeted, { soldMs, machine: Number(tag) }), soldMs));
  }
  await database.transaction((query) => settleFacts(query, facts, new Set()));
  sold += facts.length;
  quiet = facts.length === 0 ? quiet + 1 : 0;
}
await allocator.close(Date.now());
await database.close();
process.stdout.write(`${sold}\n`);
