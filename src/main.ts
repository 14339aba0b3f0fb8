import type { Config } from './config.ts';
import { createExchange } from './exchange.ts';
import { createFindCaller } from './http/caller.ts';
import { createDocuments } from './http/documents.ts';
import { type Service, startServer } from './http/server.ts';
import { createMemoryLimiter } from './limits/memory-limiter.ts';
import type { Log } from './observe/log.ts';

export type Parley = {
  readonly url: string;
  readonly port: number;
  /** Takes the parts of the config that can change while running; says which cannot. */
  readonly reload: (config: Config) => void;
  /** With `graceMs`, keeps serving for so long while saying on `/readyz` that it is going away. */
  readonly stop: (graceMs: number) => Promise<void>;
};

export type Surroundings = {
  readonly log: Log;
  readonly nowMs: () => number;
  readonly newId: () => string;
};

/** Builds everything once and opens the port. */
export function startParley(config: Config, { log, nowMs, newId }: Surroundings): Parley {
  let current = config;
  let service: Service;

  const build = (): Service => {
    const { limits, auction, listen } = current;
    const publicUrl = listen.publicUrl ?? localUrl;
    const limiter = createMemoryLimiter(limits, nowMs);
    return {
      bid: createExchange({ limiter, log, newId }),
      findCaller: createFindCaller(limits.trustedProxies),
      lookAtLimits: limiter.look,
      documents: createDocuments({ publicUrl, timeoutMs: auction.timeoutMs, limits }),
    };
  };

  const server = startServer({
    host: config.listen.host,
    port: config.listen.port,
    service: () => service,
    newId,
    onError: (error, requestId) => log.error({ err: error, requestId }, 'request failed'),
  });
  const localUrl = `http://localhost:${server.port}`;
  service = build();

  warnOfKeysWithoutEffect(config, log);
  log.info({ url: localUrl, limits: config.limits }, 'Parley is listening');

  return {
    url: localUrl,
    port: server.port,
    reload(next) {
      if (next.listen.host !== config.listen.host || next.listen.port !== config.listen.port) {
        log.warn({ listen: next.listen }, 'listen.host and listen.port change only at a restart');
      }
      warnOfKeysWithoutEffect(next, log);
      current = next;
      service = build();
      log.info({}, 'config reloaded');
    },
    async stop(graceMs) {
      log.info({ graceMs }, 'stopping');
      server.announceStop();
      if (graceMs > 0) await Bun.sleep(graceMs);
      await server.stop(current.auction.timeoutMs + STOP_MARGIN_MS);
      log.info({}, 'stopped');
    },
  };
}

/** What an answer may take beyond the auction itself while the server stops. */
const STOP_MARGIN_MS = 250;

/** Keys that are part of the contract and that this version does not act on yet: say so, loudly. */
function warnOfKeysWithoutEffect(config: Config, log: Log): void {
  const idle = [
    config.redisUrl === undefined ? [] : 'redisUrl',
    config.databaseUrl === undefined ? [] : 'databaseUrl',
    config.partners.length === 0 ? [] : 'partners',
    config.publishers.length === 0 ? [] : 'publishers',
    typeof config.listen.workers === 'number' && config.listen.workers > 1 ? 'listen.workers' : [],
  ].flat();
  if (idle.length > 0) log.warn({ keys: idle }, 'these config keys have no effect in this version');
}
