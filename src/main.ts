import { randomBytes } from 'node:crypto';
import { EMBEDDED } from './assemble.ts';
import { type Catalog, startCatalog } from './catalog/server.ts';
import type { Config } from './config.ts';
import type { AdminPages } from './http/admin/pages.ts';
import { reachableUrl } from './http/admin/try-request.ts';
import { type AdminServer, startAdminServer } from './http/admin-server.ts';
import { createFindCaller } from './http/caller.ts';
import { openPort } from './http/listen-error.ts';
import { findNoticeKey, loadOrCreateNoticeKey } from './notices/key-file.ts';
import { exposition } from './observe/prometheus.ts';
import { createTotals } from './observe/totals.ts';
import type { Setup } from './setup.ts';
import { ownMemory, planMemory } from './worker/plan.ts';
import type { Surroundings } from './worker/work.ts';
import { localUrl, startWorker } from './worker/worker.ts';

/** A running exchange. */
export type Parley = {
  readonly url: string;
  readonly port: number;
  readonly adminUrl: string;
  readonly stop: (graceMs: number) => Promise<void>;
};

/**
 * One worker and the admin port in this process, for tests and for embedding in another program. What
 * notices tell stays in the journal: it takes a supervisor to bring it into a database.
 */
export function startParley(given: Setup, surroundings: Surroundings): Parley {
  const setup = withNoticeKeys(given);
  if ('reason' in setup) throw new Error(setup.reason);
  const { config } = setup;
  const { listen, dataDir } = config;
  const worker = startWorker({
    host: listen.host,
    port: listen.port,
    isShared: false,
    slot: 0,
    journal: `${process.pid}-${surroundings.newId()}`,
    workers: 1,
    dataDir,
    surroundings,
  });
  const plan = planMemory(setup, 1);
  const memory = ownMemory(plan);
  const url = localUrl(worker.port);
  const catalog = startCatalogFor(config, config.listen.publicUrl ?? url);
  const machineId = surroundings.newId();
  worker.work({ setup, plan, memory, machineId, catalogUrl: catalog?.url });
  const { layout } = plan;
  const totals = createTotals({ layout, slabs: memory.slabs(), isLive: (slot) => slot === 0 });
  const admin = startAdmin(
    config,
    { ...surroundings, publicPort: worker.port },
    {
      auction: worker.findAuction,
      auctionRequest: worker.findRequest,
      recentAuctions: worker.recentAuctions,
      status: worker.status,
      metrics: () => exposition(totals.read(), layout),
    },
  );
  return {
    url,
    port: worker.port,
    adminUrl: localUrl(admin.port),
    async stop(graceMs) {
      await worker.stop(graceMs);
      await admin.stop();
      await catalog?.stop();
    },
  };
}

/** The product service that ships with Parley, if a partner asks for it. */
export function startCatalogFor({ partners }: Config, publicUrl: string): Catalog | undefined {
  const isWanted = partners.some(
    (entry) => entry.kind === 'product-search' && entry.url === EMBEDDED,
  );
  if (!isWanted) return undefined;
  return startCatalog({ host: '127.0.0.1', port: 0, imageBaseUrl: publicUrl });
}

export function startAdmin(
  { admin, listen, limits }: Config,
  { newId, log, publicPort }: Pick<Surroundings, 'newId' | 'log'> & { readonly publicPort: number },
  pages: AdminPages,
): AdminServer {
  return openPort({ section: 'admin', ...admin }, () =>
    startAdminServer({
      ...admin,
      pages,
      bidUrl: reachableUrl(listen.host, publicPort),
      publicUrl: listen.publicUrl ?? localUrl(publicPort),
      findCaller: createFindCaller(limits.trustedProxies),
      log,
      newId,
      newSecret: () => randomBytes(32).toString('base64url'),
      nowMs: Date.now,
      tickMs: () => performance.now(),
    }),
  );
}

/** The keys that the config names, and the one that is kept under `dataDir`: made where it names none. */
export function withNoticeKeys(setup: Setup): Setup | { readonly reason: string } {
  const { config } = setup;
  const withKeys = (keys: readonly string[]) => ({
    ...setup,
    config: { ...config, notices: { keys } },
  });
  if (config.notices.keys.length > 0) {
    const earlier = findNoticeKey(config.dataDir);
    return withKeys([...config.notices.keys, ...(earlier === undefined ? [] : [earlier])]);
  }
  const file = loadOrCreateNoticeKey(config.dataDir);
  return file.kind === 'fault' ? { reason: file.reason } : withKeys([file.key]);
}
