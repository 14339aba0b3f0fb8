import type { Config } from '../config/config.ts';
import { KINDS, traitsOf } from '../demand/kinds.ts';
import { createNoticeClient } from '../http/client/notice-client.ts';
import { NO_ACCOUNTS } from '../ledger/budgets/account.ts';
import { type BudgetSetup, startBudgets } from '../ledger/budgets/start-budgets.ts';
import { createHeartbeat } from '../ledger/heartbeat.ts';
import { databaseLocationOf } from '../ledger/locations.ts';
import { startLedger } from '../ledger/start-ledger.ts';
import type { Runtime } from '../lib/runtime.ts';
import type { Totals } from '../observe/totals.ts';
import { type Fact, spendNanos } from '../sale/fact.ts';
import { machineTag } from '../worker/service.ts';
import type { Work } from '../worker/work.ts';
import { lockDataDir } from './data-lock.ts';
import { createLearnedRates } from './learned-rates.ts';
import { startLeases } from './leases.ts';
import { startMachineMetrics } from './machine-metrics.ts';
import type { MachineState } from './machine-state.ts';
import type { Pool } from './pool.ts';
import { type StoreFeed, startStoreFeed } from './store-feed.ts';
import { backWords, watchDatabase } from './watch-database.ts';
import type { StartFault } from './worker-process.ts';

/** The workers, and the parts of the supervisor that run beside them. */
export type MachineServices = Exclude<Awaited<ReturnType<typeof startServices>>, StartFault>;

type ServicesParts = {
  readonly state: MachineState;
  readonly pool: Pool;
  readonly totals: Totals;
  /** Gets what ends each service; the last started ends first. */
  readonly closers: Pick<AsyncDisposableStack, 'defer'>;
  /** Moves the workers to new shared memory, with the same config. */
  readonly renewMemory: () => void;
};

export async function startServices(
  { state, pool, totals, closers, renewMemory }: ServicesParts,
  { log, newId, nowMs, tickMs }: Runtime,
) {
  const { config, work } = state;
  const lock = lockDataDir(config.dataDir);
  if ('reason' in lock) return lock;
  closers.defer(lock.release);
  if (!lock.isPrivate) log.warn({ dataDir: config.dataDir }, OPEN_TO_OTHERS);
  let accountOf = NO_ACCOUNTS;
  const ledger = await startLedger({
    location: databaseLocationOf(config),
    keepDays: config.ledger.keepDays,
    sampleDays: config.ledger.sampleDays,
    dataDir: config.dataDir,
    remotePartners: () => remotePartners(state.work.setup.config),
    // The budgets start behind the ledger: until then no campaign is known.
    accountOf: (key) => accountOf(key),
    searchPartners: () => searchPartners(state.work.setup.config),
    send: createNoticeClient(() => state.work.setup.config.partners),
    nowMs,
    log,
    // Nobody but our workers writes: we hold the folder. An orphan of a killed supervisor notices: segment-writer.ts.
    isWriterAlive: pool.isWriter,
    onNewFacts: (facts, charges) => countSpend(facts, charges, totals),
    onCall: (result, count) => totals.add('parley_partner_calls_total', [result], count),
  });
  if ('reason' in ledger) return ledger;
  // At the end: drain the last bills, then return the budget that they did not use, then close the database.
  closers.defer(ledger.close);
  const metrics = startMachineMetrics(work, { totals, pool, ledger, nowMs, log });
  closers.defer(metrics.stop);
  const setSales = (next: 'on' | 'off') => state.work.memory.halt.fill(next === 'on' ? 0 : 1);
  const databaseWatch = watchDatabase(setSales, totals, { nowMs, log });
  const heartbeat = createHeartbeat({
    machine: work.assignment.machineId,
    nowMs,
    onClock: databaseWatch.clock,
    onWentBack(byMs) {
      ledger.wentBack();
      databaseWatch.wentBack(backWords(byMs));
      store.readAnew();
    },
  });
  const { database } = ledger;
  const tag = machineTag(work.assignment.machineId);
  const budgets = startBudgets({ database, machineTag: tag, heartbeat, newId, nowMs, log });
  accountOf = budgets.accountOf;
  closers.defer(budgets.stop);
  closers.defer(ledger.finish);
  budgets.use(budgetSetupOf(work));
  const rates = createLearnedRates({
    partners: () => state.work.setup.config.partners,
    nowMs,
    tickMs,
  });
  const store: StoreFeed = startStoreFeed(work, {
    database,
    budgets,
    rates,
    tellWorkers: () => pool.ask('campaigns'),
    renewMemory,
    onWentBack: databaseWatch.wentBack,
    log,
  });
  closers.defer(store.stop);
  // The store tries again by itself, and logs it.
  await store.refresh().catch(() => {});
  await store.learn();
  const leases = await startLeases(work, { nowMs, log });
  closers.defer(leases.close);
  return { pool, metrics, ledger, budgets, store, rates, leases, databaseWatch };
}

const OPEN_TO_OTHERS =
  'other users can enter the data folder, and it belongs to another user: let only the user of Parley enter (chmod 0700)';

export function budgetSetupOf({ plan, memory }: Work): BudgetSetup {
  return { accounts: plan.accounts, memory: memory.slices, spare: plan.spare };
}

function countSpend(facts: readonly Fact[], charges: readonly Fact[], { add }: Totals): void {
  for (const { kind, sale, uncharged } of facts) {
    const { partner, billsOn, isTest } = sale;
    if (isTest) continue;
    if (kind === billsOn) add('parley_billed_total', [partner], 1);
    if (uncharged !== undefined) add('parley_uncharged_total', [uncharged], 1);
  }
  for (const fact of [...facts, ...charges]) {
    const nanos = spendNanos(fact);
    if (nanos > 0) add('parley_spend_usd_total', [fact.sale.partner], nanos);
  }
}

/** The names of the partners whose campaigns are not in our config. */
export function remotePartners({ partners }: Pick<Config, 'partners'>): ReadonlySet<string> {
  return new Set(partners.filter(({ kind }) => KINDS[kind].isRemote).map(({ name }) => name));
}

/** Of those, the names of the partners whose offers are priced here. */
function searchPartners({ partners }: Pick<Config, 'partners'>): ReadonlySet<string> {
  return new Set(
    partners.flatMap((entry) => (traitsOf(entry).offerClickRate === undefined ? [] : entry.name)),
  );
}
