import { assemblePartners, assembleRules, EMBEDDED } from './assemble.ts';
import type { ReadyPartner } from './auction/solicit.ts';
import { createFindImage } from './catalog/images.ts';
import { loadProducts } from './catalog/products.ts';
import { type Catalog, startCatalog } from './catalog/server.ts';
import type { Config } from './config.ts';
import { createExchange } from './exchange.ts';
import { startAdminServer } from './http/admin-server.ts';
import { createFindCaller } from './http/caller.ts';
import { createPartnerClient } from './http/client/partner-client.ts';
import { createDocuments } from './http/documents.ts';
import { openPort } from './http/listen-error.ts';
import { type Service, startServer } from './http/server.ts';
import { createMemoryLimiter } from './limits/memory-limiter.ts';
import { createLossNotices } from './notices/loss-notices.ts';
import type { Log } from './observe/log.ts';
import { createRecent } from './observe/recent.ts';
import { createRecorder } from './record.ts';

export type Parley = {
  readonly url: string;
  readonly port: number;
  readonly adminUrl: string;
  /** Takes the parts of the config that can change while running; says which cannot. */
  readonly reload: (config: Config) => void;
  /** With `graceMs`, keeps serving for so long while saying on `/readyz` that it is going away. */
  readonly stop: (graceMs: number) => Promise<void>;
};

export type Surroundings = {
  readonly log: Log;
  /** The wall clock. */
  readonly nowMs: () => number;
  /** A clock that only goes forward, for durations. */
  readonly tickMs: () => number;
  readonly newId: () => string;
  readonly chance: () => number;
};

/** Auctions whose explanation is remembered. */
const AUCTIONS_REMEMBERED = 1000;

/** What an answer may take beyond the auction itself while the server stops. */
const STOP_MARGIN_MS = 250;

/** Builds everything once and opens the ports. */
export function startParley(config: Config, surroundings: Surroundings): Parley {
  const { log, nowMs, tickMs, newId, chance } = surroundings;
  let current = config;
  let service: Service;
  let partners: readonly ReadyPartner[] = [];
  let catalog: Catalog | undefined;
  const recent = createRecent(AUCTIONS_REMEMBERED);
  const warningCounts = new Map<string, number>();
  const createClient = () => createPartnerClient();
  const notifyLosses = createLossNotices(createClient());
  const findImage = createFindImage(loadProducts());
  const record = createRecorder({ recent, notifyLosses, warningCounts, log, nowMs });

  const server = openPort({ section: 'listen', ...config.listen }, () =>
    startServer({
      host: config.listen.host,
      port: config.listen.port,
      service: () => service,
      newId,
      onError: (error, requestId) => log.error({ err: error, requestId }, 'request failed'),
    }),
  );
  const url = `http://localhost:${server.port}`;

  function build(): void {
    const { limits, auction, listen } = current;
    const publicUrl = listen.publicUrl ?? url;
    const limiter = createMemoryLimiter(limits, nowMs);
    if (wantsCatalog(current)) catalog ??= startCatalog({ ...LOOPBACK, imageBaseUrl: publicUrl });
    const catalogUrl = catalog?.url;
    partners = assemblePartners({
      config: current,
      publicUrl,
      catalogUrl,
      createClient,
      tickMs,
      nowMs,
    });
    const terms = {
      partners,
      rulesOf: assembleRules(current),
      rates: new Map(Object.entries(auction.rates)),
      defaultType: auction.defaultType,
      tickMs,
      nowMs,
      chance,
    };
    service = {
      bid: createExchange({ limiter, auction: terms, timeoutMs: auction.timeoutMs, newId, record }),
      findCaller: createFindCaller(limits.trustedProxies),
      lookAtLimits: limiter.look,
      documents: createDocuments({ publicUrl, timeoutMs: auction.timeoutMs, limits, findImage }),
    };
  }
  build();

  const pages = {
    auction: recent.find,
    recentAuctions: recent.list,
    status: () => ({
      partners: partners.map((ready) => ({
        name: ready.partner.name,
        breaker: 'gate' in ready ? ready.gate.breakerState() : null,
      })),
      warnings: Object.fromEntries(warningCounts),
    }),
  };
  const admin = openPort({ section: 'admin', ...config.admin }, () =>
    startAdminServer({ ...config.admin, newId, pages }),
  );
  const adminUrl = `http://localhost:${admin.port}`;
  warnOfKeysWithoutEffect(config, log);
  log.info(
    { url, adminUrl, partners: partners.map(({ partner }) => partner.name) },
    'Parley is listening',
  );

  return {
    url,
    port: server.port,
    adminUrl,
    reload(next) {
      const isMoved =
        next.listen.host !== config.listen.host || next.listen.port !== config.listen.port;
      if (isMoved || !Bun.deepEquals(next.admin, config.admin)) {
        log.warn({}, 'listen.host, listen.port and admin change only at a restart');
      }
      warnOfKeysWithoutEffect(next, log);
      current = next;
      build();
      log.info({}, 'config reloaded');
    },
    async stop(graceMs) {
      log.info({ graceMs }, 'stopping');
      server.announceStop();
      if (graceMs > 0) await Bun.sleep(graceMs);
      await server.stop(current.auction.timeoutMs + STOP_MARGIN_MS);
      await admin.stop();
      await catalog?.stop();
      log.info({}, 'stopped');
    },
  };
}

const LOOPBACK = { host: '127.0.0.1', port: 0 };

function wantsCatalog({ partners }: Config): boolean {
  return partners.some((entry) => entry.kind === 'product-search' && entry.url === EMBEDDED);
}

/** Keys that are part of the contract and that this version does not act on yet: say so, loudly. */
function warnOfKeysWithoutEffect({ redisUrl, databaseUrl, listen }: Config, log: Log): void {
  const idle = [
    redisUrl === undefined ? [] : 'redisUrl',
    databaseUrl === undefined ? [] : 'databaseUrl',
    typeof listen.workers === 'number' && listen.workers > 1 ? 'listen.workers' : [],
  ].flat();
  if (idle.length > 0) log.warn({ keys: idle }, 'these config keys have no effect in this version');
}
