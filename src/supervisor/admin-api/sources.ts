import type { Budgets } from '../../ledger/budgets/start-budgets.ts';
import type { Ledger } from '../../ledger/start-ledger.ts';
import type { Log } from '../../lib/log.ts';
import type { Leases } from '../leases.ts';
import type { MachineMetrics } from '../machine-metrics.ts';
import type { Pool } from '../pool.ts';
import type { SharedWork } from '../shared-work.ts';
import type { StoreFeed } from '../store-feed.ts';
import type { DatabaseWatch } from '../watch-database.ts';

/** The data sources of the admin port's answers. */
export type AdminApiSources = {
  readonly pool: Pool;
  readonly ledger: Ledger;
  readonly budgets: Budgets;
  readonly leases: Leases;
  readonly store: StoreFeed;
  readonly databaseWatch: DatabaseWatch;
  readonly machineMetrics: MachineMetrics;
  readonly work: () => SharedWork;
  readonly log: Log;
  readonly nowMs: () => number;
};
