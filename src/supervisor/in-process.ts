import { randomUUID } from 'node:crypto';
import type { Setup } from '../config/setup.ts';
import { notProvided } from '../http/admin/admin-api.ts';
import { schemeOf, serverUrl } from '../lib/server-url.ts';
import { exposition } from '../observe/prometheus.ts';
import { createTotals } from '../observe/totals.ts';
import { ownMemory, planMemory } from '../worker/plan.ts';
import type { Surroundings } from '../worker/work.ts';
import { startWorker } from '../worker/worker.ts';
import { startAdmin } from './admin.ts';
import { startCatalogFor } from './catalog.ts';
import { openLeases } from './leases.ts';
import { withNoticeKeys } from './notice-keys.ts';

/** A running exchange. */
export type Parley = {
  readonly url: string;
  readonly port: number;
  readonly adminUrl: string;
  readonly stop: (graceMs: number) => Promise<void>;
};

/**
 * One worker and the admin port in this process, for tests and for embedding in another program. There is no
 * ledger: notices stay in the journal until a supervisor drains it, and campaigns with a budget do not serve. A
 * supervisor that runs on the same `dataDir` meanwhile takes the journal for abandoned, and notices get a 503.
 */
export function startInProcess(given: Setup, surroundings: Surroundings): Parley {
  const setup = withNoticeKeys(given);
  if ('reason' in setup) throw new Error(setup.reason);
  const { config } = setup;
  const { listen, dataDir } = config;
  const worker = startWorker({
    host: listen.host,
    port: listen.port,
    isShared: false,
    slot: 0,
    journal: randomUUID(),
    workers: 1,
    dataDir,
    tls: setup.tls,
    surroundings,
  });
  const plan = planMemory(setup, 1);
  const memory = ownMemory(plan);
  const url = serverUrl(listen.host, worker.port, schemeOf(listen));
  const catalog = startCatalogFor(config, listen.publicUrl ?? url);
  const machineId = surroundings.newId();
  const catalogUrl = catalog?.url;
  const { nowMs, log } = surroundings;
  const leases = openLeases({ setup, memory }, { machineId, workers: 1, nowMs, log });
  worker.work({ setup, plan, memory, machineId, catalogUrl, feedFile: undefined });
  const { layout } = plan;
  const totals = createTotals({ layout, slabs: memory.slabs(), isLive: (slot) => slot === 0 });
  const admin = startAdmin(
    config,
    { ...surroundings, publicPort: worker.port },
    {
      auction: worker.findAuction,
      auctionRequest: worker.findRequest,
      requestOutcome: worker.findOutcome,
      recentAuctions: worker.recentAuctions,
      requests: worker.listRequests,
      status: () => ({ ...worker.status(), redis: leases.status() }),
      metrics: () => exposition(totals.read(), layout),
      live: notProvided('live figures are not kept'),
      partners: notProvided('figures of partners are not kept'),
      setPaused: notProvided('partners cannot be paused'),
      campaigns: notProvided('spend and budgets are not kept'),
      store: notProvided('campaigns are not stored'),
      report: notProvided('reports are not kept'),
      limits: notProvided('the use of limits is not kept'),
    },
  );
  return {
    url,
    port: worker.port,
    adminUrl: serverUrl(config.admin.host, admin.port),
    async stop(graceMs) {
      await worker.stop(graceMs);
      leases.close();
      await admin.stop();
      await catalog?.stop();
    },
  };
}
