import type { Config } from '../config/config.ts';
import { KINDS, traitsOf } from '../demand/kinds.ts';
import { createNoticeClient } from '../http/client/notice-client.ts';
import { createSupplyClient } from '../http/client/supply-client.ts';
import { NO_ACCOUNTS } from '../ledger/budgets/account.ts';
import { type BudgetSetup, startBudgets } from '../ledger/budgets/start-budgets.ts';
import { createHeartbeat } from '../ledger/heartbeat.ts';
import { databaseLocationOf, ledgerIdOf } from '../ledger/locations.ts';
import { type Ledger, startLedger } from '../ledger/start-ledger.ts';
import type { Runtime } from '../lib/runtime.ts';
import type { Totals } from '../observe/totals.ts';
import { type SaleEvent, spendNanos } from '../sale/fact.ts';
import { exchangeDomainOf } from '../worker/assemble.ts';
import { machineTag } from '../worker/service.ts';
import type { Work } from '../worker/work.ts';
import { startAccounts } from './accounts.ts';
import { lockDataDir } from './data-lock.ts';
import { startFrequency } from './frequency.ts';
import { createLearnedRates } from './learned-rates.ts';
import { startLeases } from './leases.ts';
import { startMachineMetrics } from './machine-metrics.ts';
import type { MachineState } from './machine-state.ts';
import type { Pool } from './pool.ts';
import { findLeftSlices, sliceIndexFile } from './shared-files.ts';
import { type StoreFeed, startStoreFeed } from './store-feed.ts';
import { type Supply, startSupply } from './supply.ts';
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
  { log, newId, nowMs, tickMs, chance }: Runtime,
) {
  const { config, work } = state;
  const lock = lockDataDir(config.dataDir);
  if ('reason' in lock) return lock;
  closers.defer(lock.release);
  if (!lock.isPrivate) log.warn({ dataDir: config.dataDir }, OPEN_TO_OTHERS);
  let campaigns = { accountOf: NO_ACCOUNTS, isRead: () => false };
  const ledger = await startLedger({
    location: databaseLocationOf(config),
    keepDays: config.ledger.keepDays,
    sampleDays: config.ledger.sampleDays,
    dataDir: config.dataDir,
    rates: () => state.work.setup.config.auction.rates,
    remotePartners: () => remotePartners(state.work.setup.config),
    // Budgets and store start behind the ledger: until then no campaign is known.
    accountOf: (key) => campaigns.accountOf(key),
    knowsCampaigns: () => campaigns.isRead(),
    searchPartners: () => searchPartners(state.work.setup.config),
    send: createNoticeClient(() => state.work.setup.config.partners),
    nowMs,
    log,
    // Nobody but our workers writes: we hold the folder. An orphan of a killed supervisor notices: segment-writer.ts.
    isWriterAlive: pool.isWriter,
    onNewFacts: (events, charges) => countSpend(events, charges, totals),
    onCall: (result, count) => totals.add('parley_partner_calls_total', [result], count),
  });
  if ('reason' in ledger) return ledger;
  // At the end: drain the last bills, then return the budget that they did not use, then close the database.
  closers.defer(ledger.close);
  const metrics = startMachineMetrics(work, { totals, pool, ledger, nowMs, log });
  closers.defer(metrics.stop);
  const databaseWatch = watchDatabase(
    (next) => state.work.memory.halt.fill(next === 'on' ? 0 : 1),
    totals,
    { nowMs, log },
  );
  const heartbeat = createHeartbeat({
    machine: work.assignment.machineId,
    nowMs,
    onClock: databaseWatch.clock,
    onWentBack(byMs) {
      ledger.wentBack();
      databaseWatch.wentBack(backWords(byMs));
      store.readAnew();
      supply.readAnew();
      accounts.readAnew();
    },
  });
  const ledgerId = ledgerIdOf(databaseLocationOf(config));
  const budgets = startBudgets({
    database: ledger.database,
    machineTag: machineTag(work.assignment.machineId),
    heartbeat,
    newId,
    nowMs,
    log,
    ledgerId,
    findLeft: () => findLeftSlices(ledgerId, nowMs()),
  });
  closers.defer(budgets.stop);
  closers.defer(ledger.finish);
  budgets.use(budgetSetupOf(work));
  const rates = createLearnedRates({
    partners: () => state.work.setup.config.partners,
    nowMs,
    tickMs,
  });
  const store: StoreFeed = startStoreFeed(work, {
    database: ledger.database,
    budgets,
    rates,
    tellWorkers: () => pool.ask('campaigns'),
    renewMemory,
    onWentBack: databaseWatch.wentBack,
    log,
  });
  closers.defer(store.stop);
  campaigns = {
    accountOf: (key) =>
      budgets.accountOf(key) ?? store.accountOf(key) ?? budgets.removedAccountOf(key),
    isRead: store.isRead,
  };
  // The store tries again by itself, and logs it.
  await store
    .refresh()
    .catch(() => {})
    .then(store.learn);
  const supply: Supply = startSupplyOf(state, ledger.database, closers, {
    nowMs,
    tickMs,
    chance,
    log,
  });
  const accounts = await startAccounts(ledger.database, closers, databaseWatch.wentBack);
  const { leases, frequency } = await startShared(work, closers, { nowMs, log });
  return {
    pool,
    metrics,
    ledger,
    budgets,
    store,
    accounts,
    rates,
    supply,
    leases,
    frequency,
    databaseWatch,
  };
}

/** The checks of what the publishers of the config publish. */
function startSupplyOf(
  state: MachineState,
  database: Ledger['database'],
  closers: ServicesParts['closers'],
  runtime: Pick<Runtime, 'nowMs' | 'tickMs' | 'chance' | 'log'>,
): Supply {
  const config = () => state.work.setup.config;
  const supply = startSupply({
    database,
    publishers: () => config().publishers,
    publisherOf: (id: string) => config().publishers.find((one) => one.id === id),
    exchange() {
      const url = config().listen.publicUrl ?? state.url;
      return { domain: exchangeDomainOf(config().listen, url), url };
    },
    isVerifying: () => config().access === 'verified',
    send: createSupplyClient(),
    machine: state.work.assignment.machineId,
    runtime,
  });
  closers.defer(supply.stop);
  return supply;
}

/** What this machine shares with others through Redis. */
async function startShared(
  work: Work,
  closers: ServicesParts['closers'],
  runtime: Pick<Runtime, 'nowMs' | 'log'>,
) {
  const leases = await startLeases(work, runtime);
  closers.defer(leases.close);
  const frequency = startFrequency(work, runtime);
  closers.defer(frequency.close);
  return { leases, frequency };
}

const OPEN_TO_OTHERS =
  'other users can enter the data folder, and it belongs to another user: let only the user of Parley enter (chmod 0700)';

export function budgetSetupOf({ plan, memory, assignment }: Work): BudgetSetup {
  const { accounts, spare } = plan;
  return { accounts, memory: memory.slices, spare, indexFile: sliceIndexFile(assignment) };
}

function countSpend(
  events: readonly SaleEvent[],
  charges: readonly SaleEvent[],
  { add }: Totals,
): void {
  for (const { kind, sale, uncharged } of events) {
    const { partner, billsOn, isTest } = sale;
    if (isTest) continue;
    if (kind === billsOn) add('parley_billed_total', [partner], 1);
    if (uncharged !== undefined) add('parley_uncharged_total', [uncharged], 1);
  }
  for (const event of [...events, ...charges]) {
    const nanos = spendNanos(event);
    if (nanos > 0) add('parley_spend_usd_total', [event.sale.partner], nanos);
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
