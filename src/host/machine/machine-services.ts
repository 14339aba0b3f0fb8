import { NO_ACCOUNTS } from '../../ledger/budgets/account.ts';
import { type BudgetSetup, startBudgets } from '../../ledger/budgets/start-budgets.ts';
import { createHeartbeat } from '../../ledger/heartbeat.ts';
import type { Runtime } from '../../lib/runtime.ts';
import type { Database } from '../../lib/sql/database.ts';
import { type Health, startHealth } from '../../parts/health/health.ts';
import { startImageFiles } from '../../parts/images/image-files.ts';
import { machineStatements, type Statements } from '../../parts/statements/statements.ts';
import { type Supply, startSupply } from '../../parts/supply/supply.ts';
import { PUBLISHER } from '../../store/account-kinds.ts';
import { createRecords, type Records } from '../../store/records.ts';
import { createStore } from '../../store/store.ts';
import { configRecords } from '../config/config-records.ts';
import { callAddresses } from '../http/buyer-calls.ts';
import { createOutsideClient, SUPPLY_REPLIES } from '../http/client/outside-client.ts';
import type { Totals } from '../observe/totals.ts';
import { exchangeDomainOf } from '../worker/assemble.ts';
import type { Work } from '../worker/work.ts';
import { createLearnedRates } from './learned-rates.ts';
import { startMachineFleet } from './machine-fleet.ts';
import { startMachineMetrics } from './machine-metrics.ts';
import type { MachineState } from './machine-state.ts';
import { type KnownCampaigns, openLedger } from './open-ledger.ts';
import type { Pool } from './pool.ts';
import { type StoreFeed, startStoreFeed } from './store-feed.ts';
import { createStoreFilling } from './store-filling.ts';
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
  { log, newId, nowMs, tickMs, chance, end }: Runtime,
) {
  const { config, work } = state;
  let campaigns: KnownCampaigns = NO_CAMPAIGNS;
  const ledger = await openLedger(
    { state, pool, totals, closers },
    // Budgets and store start behind the ledger: until then no campaign is known.
    {
      accountOf: (key) => campaigns.accountOf(key),
      isRead: () => campaigns.isRead(),
      fault: () => campaigns.fault(),
    },
    { newId, nowMs, log },
  );
  if ('reason' in ledger) return ledger;
  const metrics = startMachineMetrics(work, { totals, pool, ledger, nowMs, log });
  closers.defer(metrics.stop);
  const heartbeat = createHeartbeat({ machine: work.assignment.machineId, nowMs, end });
  const budgets = startBudgets({
    database: ledger.database,
    heartbeat,
    newId,
    nowMs,
    log,
  });
  closers.defer(budgets.stop);
  closers.defer(ledger.finish);
  budgets.use(budgetSetupOf(work));
  const rates = createLearnedRates({
    partners: () => state.work.partners.known(),
    nowMs,
    tickMs,
  });
  const records = createRecords();
  records.use(configRecords(work.setup));
  const feed: StoreFeed = startStoreFeed(work, {
    records,
    database: ledger.database,
    fillStore: createStoreFilling(() => state.work.setup.config, nowMs),
    budgets,
    rates,
    held: () => supply.holds(),
    onPublishers: () => supply.publishersChanged(),
    tellWorkers: () => pool.ask('feed'),
    renewMemory,
    end,
    log,
  });
  closers.defer(feed.stop);
  const store = createStore({
    database: () => reachable(ledger.database()),
    nowMs,
    newId,
    ofConfig: records.ofConfig,
    countOfConfig: records.countOfConfig,
    refresh: feed.refresh,
  });
  const supply: Supply = startSupply({
    ...supplySettings(state, records),
    records,
    store,
    runtime: { nowMs, tickMs, chance, log },
  });
  closers.defer(supply.stop);
  campaigns = {
    accountOf: (key) =>
      budgets.accountOf(key) ?? feed.accountOf(key) ?? budgets.removedAccountOf(key),
    isRead: records.isRead,
    fault: budgets.fault,
  };
  // The store tries again by itself, and logs it.
  await feed
    .refresh()
    .catch(() => {})
    .then(feed.learn);
  const { dataDir } = config;
  const images = startImageFiles({ dataDir, database: ledger.database, records, log });
  closers.defer(images.stop);
  const fleet = await startMachineFleet(work, pool, { nowMs, log });
  closers.defer(fleet.close);
  const statements = machineStatements({
    database: () => reachable(ledger.database()),
    records,
    work: () => state.work,
    nowMs,
  });
  const health = watchHealth(
    {
      state,
      history: metrics.history,
      totals,
      ledger,
      budgets,
      fleet,
      feed,
      records,
      monthsToClose: () => monthsToClose(statements),
      nowMs,
      log,
    },
    closers,
  );
  return {
    pool,
    metrics,
    ledger,
    budgets,
    feed,
    records,
    store,
    database: () => reachable(ledger.database()),
    rates,
    supply,
    images,
    fleet,
    statements,
    health,
  };
}

function reachable(database: Database | undefined): Database {
  if (database === undefined) throw new Error('the database cannot be reached');
  return database;
}

const NO_CAMPAIGNS: KnownCampaigns = {
  accountOf: NO_ACCOUNTS,
  isRead: () => false,
  fault: () => undefined,
};

/** The months that are over, and can be closed. */
async function monthsToClose({ months }: Statements): Promise<readonly string[]> {
  return (await months()).flatMap(({ month, state }) => (state === 'closable' ? month : []));
}

/** Whose files are checked, for which exchange. */
function supplySettings(state: MachineState, records: Records) {
  const config = () => state.work.setup.config;
  return {
    publishers: () => records.all(PUBLISHER).map(({ definition }) => definition),
    publisherOf: (id: string) => records.get(PUBLISHER, id)?.definition,
    exchange() {
      const url = config().listen.publicUrl ?? state.url;
      const [agentUrl] = callAddresses(config(), url);
      return { domain: exchangeDomainOf(config().listen, url), url, agentUrl };
    },
    isVerifying: () => config().access === 'verified',
    send: createOutsideClient(SUPPLY_REPLIES),
  };
}

function watchHealth(
  parts: Parameters<typeof startHealth>[0],
  closers: ServicesParts['closers'],
): Health {
  const health = startHealth(parts);
  closers.defer(health.stop);
  return health;
}

export function budgetSetupOf({ plan, memory }: Work): BudgetSetup {
  const { accounts, spare } = plan;
  return { accounts, memory: memory.portions, spare };
}
