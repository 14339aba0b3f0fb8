import type { Log } from '../../observe/log.ts';
import type { Budgets } from '../budgets.ts';
import type { Ledger } from '../ledger.ts';
import type { Observatory } from '../observatory.ts';
import type { Pool } from '../pool.ts';
import type { SharedWork } from '../shared-work.ts';

/** What the pages are made of. */
export type PageSources = {
  readonly pool: Pool;
  readonly ledger: Ledger;
  readonly budgets: Budgets;
  readonly observatory: Observatory;
  readonly work: () => SharedWork;
  readonly log: Log;
  readonly nowMs: () => number;
};
