import { startBudgets } from '../../ledger/budgets/start-budgets.ts';
import { createHeartbeat } from '../../ledger/heartbeat.ts';
import type { Ledger } from '../../ledger/start-ledger.ts';
import type { Closers } from '../../lib/closers.ts';
import type { Runtime } from '../../lib/runtime.ts';
import type { Database } from '../../lib/sql/database.ts';
import { createRecords } from '../../store/records.ts';
import { createStore } from '../../store/store.ts';
import { configRecords } from '../config/config-records.ts';
import { startFleet } from '../fleet/fleet.ts';
import type { Totals } from '../observe/totals.ts';
import type { Offers } from '../offers.ts';
import { CAMPAIGN_ROWS } from '../worker/memory.ts';
import type { HeldPublishers } from './feed-rows.ts';
import { createLearnedRates } from './learned-rates.ts';
import { startMachineMetrics } from './machine-metrics.ts';
import type { MachineState } from './machine-state.ts';
import { openLedger } from './open-ledger.ts';
import type { Pool } from './pool.ts';
import type { Slots } from './slots.ts';
import { startStoreFeed } from './store-feed.ts';
import { createStoreFilling } from './store-filling.ts';
import type { StartFault } from './worker-process.ts';

/** The workers, and what runs beside them whatever the parts are. */
export type MachineServices = Exclude<Awaited<ReturnType<typeof startServices>>, StartFault>;

type ServicesParts = {
  readonly state: MachineState;
  readonly slots: Slots;
  readonly pool: Pool;
  readonly totals: Totals;
  readonly offers: Offers;
  readonly closers: Closers;
};

export async function startServices(
  { state, slots, pool, totals, offers, closers }: ServicesParts,
  { log, newId, nowMs, tickMs, end }: Runtime,
) {
  const { work } = state;
  const records = createRecords(() => configRecords(state.work.setup));
  // Before the ledger, which asks for the campaigns of the notices that it finds.
  const ofFiles = work.campaigns.assigned(work, work);
  const opened = await openLedger(
    { state, slots, totals, offers, closers, knowsCampaigns: records.isRead },
    { nowMs, log, end },
  );
  if ('reason' in opened) return opened;
  const budgets = startBudgets({
    memory: work.memory.portions,
    rows: CAMPAIGN_ROWS,
    database: opened.database,
    heartbeat: createHeartbeat({ machine: work.assignment.machineId, nowMs, end }),
    nowMs,
    log,
  });
  budgets.assign(ofFiles);
  const ledger = { ...opened, health: () => withFault(opened.health(), budgets.fault()) };
  // At the end: drain the last bills, then return the budget that they did not use, then close the database.
  closers.defer(budgets.stop);
  closers.defer(ledger.finish);
  const metrics = startMachineMetrics(work, { totals, pool, ledger, nowMs, log });
  closers.defer(metrics.stop);
  const rates = createLearnedRates({
    partners: () => state.work.partners.known(),
    nowMs,
    tickMs,
  });
  const feed = startStoreFeed(work, {
    records,
    database: ledger.database,
    fillStore: createStoreFilling(() => state.work.setup.config, nowMs),
    budgets,
    rates,
    held: () => offers.heldPublishers?.() ?? NONE_HELD,
    tellWorkers: () => pool.ask('feed'),
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
  const fleet = startFleet({
    redisUrl: work.setup.config.redisUrl,
    machineId: work.assignment.machineId,
    globalPerSecond: () => state.work.setup.config.limits.globalPerSecond,
    memory: work.memory,
    busyCallers: async () => (await pool.ask('busyCallers')).flatMap((reply) => reply ?? []),
    nowMs,
    log,
  });
  closers.defer(fleet.close);
  // Until it has its part of the limits.
  await fleet.ready;
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
    fleet,
  };
}

function reachable(database: Database | undefined): Database {
  if (database === undefined) throw new Error('the database cannot be reached');
  return database;
}

/** The drain asks the database for nothing while the journals are empty. */
function withFault(
  health: ReturnType<Ledger['health']>,
  reason: string | undefined,
): ReturnType<Ledger['health']> {
  if (health.reason !== undefined || reason === undefined) return health;
  return { ...health, reason, isDatabaseUp: false };
}

const NONE_HELD: ReturnType<HeldPublishers> = new Map();
