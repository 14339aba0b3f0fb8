import { createNoticeClient } from '../http/client/notice-client.ts';
import { type BudgetSetup, type Budgets, startBudgets } from '../ledger/budgets/start-budgets.ts';
import { createHeartbeat } from '../ledger/heartbeat.ts';
import { databaseLocationOf } from '../ledger/locations.ts';
import type { SchemaFault } from '../ledger/migrate.ts';
import { type Ledger, startLedger } from '../ledger/start-ledger.ts';
import type { Totals } from '../observe/totals.ts';
import { type Fact, spendNanos } from '../sale/fact.ts';
import { machineTag } from '../worker/service.ts';
import type { Surroundings } from '../worker/work.ts';
import type { Closers } from './closers.ts';
import { lockDataDir } from './data-lock.ts';
import { type Leases, startLeases } from './leases.ts';
import { type MachineMetrics, startMachineMetrics } from './machine-metrics.ts';
import type { MachineState } from './machine-state.ts';
import { remotePartners } from './remote-partners.ts';
import type { SharedWork } from './shared-work.ts';
import { type StoreFeed, startStoreFeed } from './store-feed.ts';
import { backWords, type DatabaseWatch, watchDatabase } from './watch-database.ts';
import type { LiveWorkers } from './worker-seats.ts';

/** The parts of the supervisor that run beside the workers. */
export type MachineServices = {
  readonly metrics: MachineMetrics;
  readonly ledger: Ledger;
  readonly budgets: Budgets;
  readonly leases: Leases;
  readonly store: StoreFeed;
  readonly databaseWatch: DatabaseWatch;
};

export type ServicesParts = Pick<Surroundings, 'log' | 'newId' | 'nowMs'> & {
  readonly state: MachineState;
  readonly live: LiveWorkers;
  readonly closers: Closers;
  /** Moves the workers to new shared memory, with the same config. */
  readonly renewMemory: () => void;
};

export async function startServices(parts: ServicesParts): Promise<MachineServices | SchemaFault> {
  const { state, live, closers, log, newId, nowMs } = parts;
  const lock = lockDataDir(state.config.dataDir);
  if ('reason' in lock) return lock;
  closers.add(lock.release);
  if (!lock.isPrivate) log.warn({ dataDir: state.config.dataDir }, OPEN_TO_OTHERS);
  const isLiveSlot = (slot: number) => live.slots.has(slot);
  const metrics = startMachineMetrics(state.work, { isLiveSlot, nowMs, log });
  closers.add(metrics.stop);
  const ledger = await startLedger({
    location: databaseLocationOf(state.config),
    keepDays: state.config.ledger.keepDays,
    dataDir: state.config.dataDir,
    remotePartners: () => remotePartners(state.work.setup.config),
    send: createNoticeClient(() => state.work.setup.config.partners),
    nowMs,
    log,
    // Nobody but our workers writes: we hold the folder. An orphan of a killed supervisor notices: segment-writer.ts.
    isWriterAlive: (journal) => live.journals.has(journal),
    onNewFacts: (facts) => countSpend(facts, metrics.totals),
    onCall: (result) => metrics.totals.add('parley_partner_calls_total', [result], 1),
  });
  if ('reason' in ledger) return ledger;
  const databaseWatch = watchDatabase({
    setSelling: (isSelling) => state.work.memory.halt.fill(isSelling ? 0 : 1),
    totals: metrics.totals,
    nowMs,
    log,
  });
  const heartbeat = createHeartbeat({
    machine: state.machineId,
    nowMs,
    onClock: databaseWatch.clock,
    onWentBack(byMs) {
      ledger.wentBack();
      databaseWatch.wentBack(backWords(byMs));
      store.readAnew();
    },
  });
  const tag = machineTag(state.machineId);
  const { database } = ledger;
  const budgets = startBudgets({ database, machineTag: tag, heartbeat, newId, nowMs, log });
  // At the end: drain the last bills, then return the budget that they did not use, then close the database.
  closers.add(ledger.close);
  closers.add(budgets.stop);
  closers.add(ledger.finish);
  budgets.use(budgetSetupOf(state.work));
  const store: StoreFeed = startStoreFeed(state.work, {
    database,
    budgets,
    log,
    tellWorkers: async () => state.pool?.ask({ kind: 'campaigns' }),
    renewMemory: parts.renewMemory,
    onWentBack: databaseWatch.wentBack,
  });
  closers.add(store.stop);
  // The store tries again by itself, and logs it.
  await store.refresh().catch(() => {});
  const leases = await startLeases({ state, nowMs, log });
  closers.add(leases.close);
  return { metrics, ledger, budgets, store, leases, databaseWatch };
}

const OPEN_TO_OTHERS =
  'other users can enter the data folder, and it belongs to another user: let only the user of Parley enter (chmod 0700)';

export function budgetSetupOf({ plan, memory }: SharedWork): BudgetSetup {
  return { accounts: plan.accounts, memory: memory.slices, spare: plan.spare };
}

function countSpend(facts: readonly Fact[], { add }: Totals): void {
  for (const fact of facts) {
    const nanos = spendNanos(fact);
    if (nanos === 0) continue;
    add('parley_spend_usd_total', [fact.sale.partner], nanos);
    add('parley_billed_total', [fact.sale.partner], 1);
  }
}
