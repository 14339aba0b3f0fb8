import { assemblePartners, assembleRules } from '../assemble.ts';
import type { ReadyPartner } from '../auction/solicit.ts';
import { createFindImage } from '../catalog/images.ts';
import { loadProducts } from '../catalog/products.ts';
import { defaultImage } from '../demand/campaigns/default-images.ts';
import { createExchange } from '../exchange.ts';
import { createFindCaller } from '../http/caller.ts';
import { createPartnerClient } from '../http/client/partner-client.ts';
import { createDocuments } from '../http/documents.ts';
import { openPort } from '../http/listen-error.ts';
import { type Service, startServer } from '../http/server.ts';
import type { RedisLimiterStatus } from '../limits/redis-limiter.ts';
import { createShedder } from '../limits/shedder.ts';
import { createLossNotices } from '../notices/loss-notices.ts';
import type { Log } from '../observe/log.ts';
import { createRecent } from '../observe/recent.ts';
import { createRecorder, explanationOf, type Remembered } from '../record.ts';
import type { Setup } from '../setup.ts';
import { createWorkerLimiter, type WorkerLimiter } from './limiter.ts';
import { gateWords, type Memory } from './memory.ts';

export type Surroundings = {
  readonly log: Log;
  /** The wall clock. */
  readonly nowMs: () => number;
  /** A clock that only goes forward, for durations. */
  readonly tickMs: () => number;
  readonly newId: () => string;
  readonly chance: () => number;
};

/** What a worker works with; replaced as a whole when the config is reloaded. */
export type Work = {
  readonly setup: Setup;
  readonly memory: Memory;
  /** The same for all processes of a machine. */
  readonly machineId: string;
  /** Of the product service that ships with Parley, where a partner wants it. */
  readonly catalogUrl: string | undefined;
};

export type WorkerStatus = {
  readonly partners: readonly { readonly name: string; readonly breaker: string | null }[];
  readonly warnings: Readonly<Record<string, number>>;
  /** How the shared limits fare; null without them. */
  readonly redis: RedisLimiterStatus | null;
};

/** One event loop that serves the public port. */
export type Worker = {
  readonly port: number;
  readonly work: (work: Work) => void;
  readonly findAuction: (id: string) => string | undefined;
  readonly recentAuctions: (countMax: number) => readonly string[];
  readonly status: () => WorkerStatus;
  /** With `graceMs`, keeps serving for so long while saying on `/readyz` that it is going away. */
  readonly stop: (graceMs: number) => Promise<void>;
};

export type WorkerOptions = {
  readonly host: string;
  readonly port: number;
  /** Other processes listen on the same port. */
  readonly isShared: boolean;
  readonly surroundings: Surroundings;
};

/** Few, because each is some hundred live objects, and a large heap lengthens every pause of the collector. */
const AUCTIONS_REMEMBERED = 250;

/** What an answer may take beyond the auction itself while the server stops. */
const STOP_MARGIN_MS = 250;

/** Opens the port; requests are served once there is `work`, which has to come before the next event. */
export function startWorker({ host, port, isShared, surroundings }: WorkerOptions): Worker {
  const { log, nowMs, tickMs, newId, chance } = surroundings;
  let service: Service;
  let partners: readonly ReadyPartner[] = [];
  let limits: WorkerLimiter | undefined;
  let timeoutMs = 0;
  const recent = createRecent<Remembered>(AUCTIONS_REMEMBERED);
  const warningCounts = new Map<string, number>();
  const notifyLosses = createLossNotices(createPartnerClient());
  const findProductImage = createFindImage(loadProducts());
  const findImage = (path: string) =>
    defaultImage(path.slice('/images/'.length, -'.svg'.length)) ?? findProductImage(path);
  const record = createRecorder({ recent, notifyLosses, warningCounts, log, nowMs });

  const shedder = createShedder({ tickMs, afterBatch: setImmediate });

  const server = openPort({ section: 'listen', host, port }, () =>
    startServer({
      host,
      port,
      isShared,
      service: () => service,
      newId,
      onError: (error, requestId) => log.error({ err: error, requestId }, 'request failed'),
    }),
  );

  function work({ setup, memory, machineId, catalogUrl }: Work): void {
    const { auction, listen } = setup.config;
    const publicUrl = listen.publicUrl ?? localUrl(server.port);
    const last = limits;
    limits = createWorkerLimiter({ config: setup.config, memory, machineId, nowMs, log });
    last?.close();
    const { limiter } = limits;
    partners = assemblePartners({
      setup,
      publicUrl,
      catalogUrl,
      createClient: createPartnerClient,
      wordsOf: (partner) => gateWords(memory, setup.config, partner),
      nowMs,
    });
    timeoutMs = auction.timeoutMs;
    const terms = {
      partners,
      rulesOf: assembleRules(setup.config),
      rates: new Map(Object.entries(auction.rates)),
      defaultType: auction.defaultType,
      tickMs,
      nowMs,
      chance,
    };
    service = {
      bid: createExchange({
        limiter,
        sheds: shedder.sheds,
        auction: terms,
        timeoutMs,
        newId,
        record,
      }),
      findCaller: createFindCaller(setup.config.limits.trustedProxies),
      lookAtLimits: limiter.look,
      documents: createDocuments({
        publicUrl,
        timeoutMs,
        limits: setup.config.limits,
        findImage,
      }),
    };
  }

  return {
    port: server.port,
    work,
    findAuction(id) {
      const remembered = recent.find(id);
      return remembered === undefined ? undefined : explanationOf(remembered);
    },
    recentAuctions: (countMax) => recent.list(countMax).map(explanationOf),
    status: () => ({
      partners: partners.map((ready) => ({
        name: ready.partner.name,
        breaker: 'gate' in ready ? ready.gate.breakerState() : null,
      })),
      warnings: Object.fromEntries(warningCounts),
      redis: limits?.redis() ?? null,
    }),
    async stop(graceMs) {
      server.announceStop();
      if (graceMs > 0) await Bun.sleep(graceMs);
      await server.stop(timeoutMs + STOP_MARGIN_MS);
      limits?.close();
    },
  };
}

export function localUrl(port: number): string {
  return `http://localhost:${port}`;
}
