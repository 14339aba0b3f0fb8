import { randomBytes } from 'node:crypto';
import { EMBEDDED } from './assemble.ts';
import { type Catalog, startCatalog } from './catalog/server.ts';
import type { Config } from './config.ts';
import type { AdminPages } from './http/admin/pages.ts';
import { reachableUrl } from './http/admin/try-request.ts';
import { type AdminServer, startAdminServer } from './http/admin-server.ts';
import { openPort } from './http/listen-error.ts';
import type { Log } from './observe/log.ts';
import type { Setup } from './setup.ts';
import { ownMemory } from './worker/memory.ts';
import { localUrl, type Surroundings, startWorker } from './worker/worker.ts';

/** A running exchange. */
export type Parley = {
  readonly url: string;
  readonly port: number;
  readonly adminUrl: string;
  readonly stop: (graceMs: number) => Promise<void>;
};

/** The whole of it in this process: for tests, and for embedding it in another program. */
export function startParley(setup: Setup, surroundings: Surroundings): Parley {
  const { config } = setup;
  const worker = startWorker({ ...config.listen, isShared: false, surroundings });
  const url = localUrl(worker.port);
  const catalog = startCatalogFor(config, config.listen.publicUrl ?? url);
  worker.work({
    setup,
    memory: ownMemory(config),
    machineId: surroundings.newId(),
    catalogUrl: catalog?.url,
  });
  const admin = startAdmin(
    config,
    { newId: surroundings.newId, publicPort: worker.port },
    {
      auction: worker.findAuction,
      recentAuctions: worker.recentAuctions,
      status: worker.status,
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
  { admin, listen }: Config,
  { newId, publicPort }: Pick<Surroundings, 'newId'> & { readonly publicPort: number },
  pages: AdminPages,
): AdminServer {
  return openPort({ section: 'admin', ...admin }, () =>
    startAdminServer({
      ...admin,
      pages,
      bidUrl: reachableUrl(listen.host, publicPort),
      publicUrl: listen.publicUrl ?? localUrl(publicPort),
      newId,
      newSecret: () => randomBytes(32).toString('base64url'),
      nowMs: Date.now,
      tickMs: () => performance.now(),
    }),
  );
}

/** Keys that are part of the contract and that this version does not act on yet: say so, loudly. */
export function warnOfKeysWithoutEffect({ databaseUrl }: Config, log: Log): void {
  if (databaseUrl === undefined) return;
  log.warn({ keys: ['databaseUrl'] }, 'these config keys have no effect in this version');
}
