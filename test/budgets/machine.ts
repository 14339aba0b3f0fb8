/** A machine in a process of its own: sells and bills one campaign until its budget is used up. */
import { NO_ACCOUNTS } from '../../src/ledger/budgets/account.ts';
import { createBudgetAllocator } from '../../src/ledger/budgets/allocator.ts';
import { sliceBytes } from '../../src/ledger/budgets/slice-memory.ts';
import { createSupervisorSlices } from '../../src/ledger/budgets/supervisor-slices.ts';
import { createWorkerSlices } from '../../src/ledger/budgets/worker-slices.ts';
import { openDatabase } from '../../src/ledger/database.ts';
import { type JournalPosition, PositionChanged } from '../../src/ledger/positions.ts';
import { writeLook } from '../../src/ledger/write-look.ts';
import type { Fact } from '../../src/sale/fact.ts';
import { PATIENT_MS } from '../patience.ts';
import { account, BY_CLOCK, FIVE_DOLLARS_CPM, total } from './accounts.ts';
import { factOf, heartbeatOf, ledgerRow, saleOf } from './world.ts';

const [url = '', tag = '0', totalMicros = '0'] = process.argv.slice(2);
const budgeted = account({ money: total(Number(totalMicros)) });
const accounts = [budgeted];
const database = await openDatabase({ kind: 'postgres', url });
const memory = { buffer: new ArrayBuffer(sliceBytes(accounts)), byteOffset: 0 };
const slices = createSupervisorSlices(accounts, memory);
const workerSlices = createWorkerSlices(accounts, memory);
const allocator = createBudgetAllocator({
  database,
  accounts,
  slices,
  allocatorId: `machine-${tag}`,
  machineTag: Number(tag),
  heartbeat: heartbeatOf(tag, Date.now),
  startMs: Date.now(),
  shareOf: BY_CLOCK,
});

/** Rounds in which it tries to sell more than the whole budget, once that is billed. */
const QUIET_ROUNDS = 20;
const TRIES_MAX = 10;

/** Postgres ends the transaction of a process that gets no CPU for two seconds: as a machine does, it tries again. */
async function persist(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await work();
      return;
    } catch (error) {
      if (tries === TRIES_MAX) throw error;
    }
  }
}

let sold = 0;
let drainedTo: JournalPosition | undefined;

/** Drains these facts, once, as from a journal whose offsets count facts. */
async function drain(facts: readonly Fact[]): Promise<void> {
  const to = { segment: 0, offset: sold + facts.length };
  const look = {
    entries: facts.map((fact) => ({ kind: 'fact', fact, calls: [] }) as const),
    moves: [{ journal: `machine-${tag}`, from: drainedTo, to }],
    remotePartners: new Set<string>(),
    accountOf: NO_ACCOUNTS,
    nowMs: Date.now(),
    outboxRowsMax: 0,
  };
  await persist(() =>
    writeLook(database, look).catch((error: unknown) => {
      // The try before has committed, and did not hear of it.
      if (!(error instanceof PositionChanged)) throw error;
    }),
  );
  sold += facts.length;
  drainedTo = to;
}

/** Whether too little is left for one more impression. Until then another machine may hold, and return, what is left. */
async function isSpent(): Promise<boolean> {
  const row = await ledgerRow(database.query, budgeted);
  return Number(totalMicros) - Number(row.spent_total_nanos) / 1000 < FIVE_DOLLARS_CPM / 1000;
}

const giveUpMs = Date.now() + PATIENT_MS;
for (let quiet = 0; quiet < QUIET_ROUNDS && Date.now() < giveUpMs; ) {
  await persist(() => allocator.tick(Date.now(), Date.now()));
  const facts: Fact[] = [];
  for (
    let soldMs = Date.now();
    workerSlices.reserve(0, FIVE_DOLLARS_CPM, soldMs);
    soldMs = Date.now()
  ) {
    const auctionId = `${tag}-${sold + facts.length}`;
    const sale = saleOf(budgeted, { auctionId, soldMs, machine: Number(tag) });
    facts.push(factOf('bill', sale, soldMs));
  }
  await drain(facts);
  if (facts.length > 0) quiet = 0;
  else if (await isSpent()) quiet++;
}
await persist(() => allocator.close(Date.now()));
await database.close();
process.stdout.write(`${sold}\n`);
