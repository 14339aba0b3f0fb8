import { randomBytes } from 'node:crypto';
import { createFindImage } from '../catalog/images.ts';
import { loadProducts } from '../catalog/products.ts';
import type { Config } from '../config/config.ts';
import { defaultImage } from '../demand/campaigns/default-images.ts';
import { explanationOf, type RememberedAuction } from '../exchange/record.ts';
import { createNoticeClient } from '../http/client/notice-client.ts';
import { openPort } from '../http/listen-error.ts';
import { createPublicPort, type Service } from '../http/public-port.ts';
import { startServer, type Tls } from '../http/server.ts';
import { serverUrl } from '../lib/server-url.ts';
import type { RedisLimiterStatus } from '../limits/redis-limiter.ts';
import { createShedder } from '../limits/shedder.ts';
import { createLimitWatch, type LimitUse } from '../limits/watched-limiter.ts';
import { createLossNotices } from '../notices/loss-notices.ts';
import { createRecent } from '../observe/recent.ts';
import { createSampler } from '../observe/sample.ts';
import { withoutPerson } from '../openrtb/without-person.ts';
import { watchHealth } from './health.ts';
import { openKeeper } from './keeper.ts';
import { createWorkerService, type WorkerService } from './service.ts';
import type { Surroundings, Work } from './work.ts';

export type WorkerStatus = {
  readonly partners: readonly { readonly name: string; readonly breaker: string | null }[];
  /** How the shared limits fare; null without them. */
  readonly redis: RedisLimiterStatus | null;
};

/** One event loop that serves the public port. */
export type Worker = {
  readonly port: number;
  readonly work: (work: Work) => void;
  readonly findAuction: (id: string) => string | undefined;
  /** The request of an auction without anything about the person, as JSON. */
  readonly findRequest: (id: string) => string | undefined;
  readonly recentAuctions: (countMax: number) => readonly string[];
  readonly status: () => WorkerStatus;
  readonly limitUse: () => LimitUse;
  /** With `graceMs`, keeps serving for so long while saying on `/readyz` that it is going away. */
  readonly stop: (graceMs: number) => Promise<void>;
};

export type WorkerOptions = {
  readonly host: string;
  readonly port: number;
  /** Other processes listen on the same port. */
  readonly isShared: boolean;
  /** A number that no other living worker of the machine has. */
  readonly slot: number;
  /** The name of its journal, never used before. */
  readonly journal: string;
  readonly workers: number;
  readonly dataDir: string;
  /** Undefined: plain http. */
  readonly tls: Tls | undefined;
  readonly surroundings: Surroundings;
};

/** Few, because each is some hundred live objects, and a large heap lengthens every pause of the collector. */
const AUCTIONS_REMEMBERED = 250;

const LOG_LINES_PER_SECOND = 5;

/** What an answer may take beyond the auction itself while the server stops. */
const STOP_MARGIN_MS = 250;

/** Opens the port; requests are served once there is `work`, which has to come before the next event. */
export function startWorker(options: WorkerOptions): Worker {
  const { host, port, isShared, slot, journal, workers, dataDir, tls, surroundings } = options;
  const { log, nowMs, tickMs, newId, chance } = surroundings;
  let current: WorkerService | undefined;
  let timeoutMs = 0;
  let machineId = '';
  let partners: Config['partners'] = [];
  const service = (): Service => {
    if (current === undefined) throw new Error('a request came before there was work');
    return current.service;
  };
  const keeper = openKeeper({ dataDir, name: journal, workers, nowMs, log });
  const recent = createRecent<RememberedAuction>(AUCTIONS_REMEMBERED);
  const findProductImage = createFindImage(loadProducts());
  const lasting = {
    surroundings,
    slot,
    keeper,
    recent,
    limitWatch: createLimitWatch(),
    notifyLosses: createLossNotices(createNoticeClient(() => partners, nowMs)),
    sampler: createSampler({ linesPerSecond: LOG_LINES_PER_SECOND, nowMs, chance }),
    sheds: createShedder({ tickMs, afterBatch: setImmediate }).sheds,
    findImage: (path: string) =>
      defaultImage(path.slice('/images/'.length, -'.svg'.length)) ?? findProductImage(path),
    randomHex: (bytes: number) => randomBytes(bytes).toString('hex'),
  };

  const publicPort = createPublicPort({
    service,
    newId,
    onError(error, { requestId, isBid }) {
      log.error({ err: error, requestId }, 'request failed');
      if (isBid) current?.countFailure();
    },
  });
  const server = openPort({ section: 'listen', host, port }, () =>
    startServer({ host, port, isShared, publicPort, tls }),
  );
  const stopWatching = watchHealth({
    tickMs,
    metrics: () => current?.metrics,
    partners: () => current?.partners ?? [],
    lostEntries: keeper.lostEntries,
    isRedisUp: () => current?.redis()?.isShared,
  });

  return {
    port: server.port,
    work(work) {
      const last = current;
      if (work.setup.tls !== undefined) server.renewTls(work.setup.tls);
      const publicUrl = work.setup.config.listen.publicUrl ?? serverUrl(host, server.port);
      current = createWorkerService(work, { ...lasting, publicUrl });
      machineId = work.machineId;
      timeoutMs = work.setup.config.auction.timeoutMs;
      partners = work.setup.config.partners;
      void last?.close();
    },
    findAuction(id) {
      const remembered = recent.find(id);
      return remembered === undefined ? undefined : explanationOf(remembered);
    },
    findRequest(id) {
      const remembered = recent.find(id);
      if (remembered === undefined) return undefined;
      return JSON.stringify(withoutPerson(remembered.held.request.wire));
    },
    recentAuctions: (countMax) => recent.list(countMax).map(explanationOf),
    status: () => ({
      partners: (current?.partners ?? []).map((ready) => ({
        name: ready.partner.name,
        breaker: 'gate' in ready ? ready.gate.breakerState() : null,
      })),
      redis: current?.redis() ?? null,
    }),
    limitUse: () => lasting.limitWatch.look(nowMs(), machineId),
    async stop(graceMs) {
      publicPort.announceStop();
      if (graceMs > 0) await Bun.sleep(graceMs);
      await server.stop(timeoutMs + STOP_MARGIN_MS);
      stopWatching();
      // What was counted first: a collector may take its time.
      await keeper.close();
      await current?.close();
    },
  };
}
