import { randomBytes } from 'node:crypto';
import { createFindImage } from '../catalog/images.ts';
import { loadProducts } from '../catalog/products.ts';
import type { Config } from '../config/config.ts';
import { defaultImage } from '../demand/campaigns/default-images.ts';
import { createRememberedAuctions } from '../exchange/remembered-auctions.ts';
import { createNoticeClient } from '../http/client/notice-client.ts';
import { openPort } from '../http/listen-error.ts';
import { createPublicPort } from '../http/public-port.ts';
import { startServer, type Tls } from '../http/server.ts';
import { serverUrl } from '../lib/server-url.ts';
import { createAdmissionQueue } from '../limits/admission-queue.ts';
import { createLimitWatch, type LimitUse } from '../limits/watched-limiter.ts';
import { createLossNotices } from '../notices/loss-notices.ts';
import { createRecentRefusals } from '../observe/recent-refusals.ts';
import { createSampler } from '../observe/sample.ts';
import { createFindRequests, type FindRequests, rememberFailure } from './find-requests.ts';
import { watchHealth } from './health.ts';
import { createWorkerService, type WorkerService } from './service.ts';
import type { Surroundings, Work } from './work.ts';
import { openWorkerJournal, type WorkerJournal } from './worker-journal.ts';

export type WorkerStatus = {
  /** Why its journal takes no entries, or the last write failed. null where neither is so. */
  readonly journalFault: string | null;
  readonly partners: readonly { readonly name: string; readonly breaker: string | null }[];
};

/** One event loop that serves the public port. */
export type Worker = FindRequests & {
  readonly port: number;
  readonly work: (work: Work) => void;
  readonly status: () => WorkerStatus;
  readonly limitUse: () => LimitUse;
  /** Brings in the changed campaigns of the store. */
  readonly followCampaigns: () => Promise<void>;
  /** Serves for `graceMs` more, with a 503 on `/readyz`, then stops. */
  readonly stop: (graceMs: number) => Promise<void>;
};

export type WorkerOptions = {
  readonly host: string;
  readonly port: number;
  /** Whether other processes listen on the same port. */
  readonly isShared: boolean;
  /** A number that no other live worker of the machine has. */
  readonly slot: number;
  /** The name of its journal, never used before. */
  readonly journal: string;
  readonly workers: number;
  readonly dataDir: string;
  /** Undefined: plain http. */
  readonly tls: Tls | undefined;
  readonly surroundings: Surroundings;
};

/** Each auction is some hundred live objects, and a large heap lengthens the pauses of the garbage collector. */
const AUCTIONS_REMEMBERED = 250;

const LOG_LINES_PER_SECOND = 5;

/** At the shutdown, a request may take this much longer than an auction. */
const STOP_MARGIN_MS = 250;

/** Opens the port. `work` has to be called before the next event: it brings what requests are served with. */
export function startWorker(options: WorkerOptions): Worker {
  const { host, port, isShared, tls, surroundings } = options;
  const { log, nowMs, tickMs, newId } = surroundings;
  let current: Current | undefined;
  const lasting = createLasting(options, () => current?.work.setup.config.partners ?? []);
  const { recent, refusals, journal } = lasting;
  const publicPort = createPublicPort({
    service() {
      if (current === undefined) throw new Error('a request came before there was work');
      return current.service.service;
    },
    admissionQueue: createAdmissionQueue({ tickMs, afterIteration: setImmediate }),
    tickMs,
    newId,
    onError(error, { requestId, isBid }) {
      log.error({ err: error, requestId }, 'request failed');
      if (!isBid) return;
      current?.service.countFailure();
      rememberFailure(refusals, requestId, nowMs());
    },
  });
  const server = openPort({ section: 'listen', host, port }, () =>
    startServer({ host, port, isShared, publicPort, tls }),
  );
  const stopWatching = watchHealth({
    tickMs,
    metrics: () => current?.service.metrics,
    partners: () => current?.service.partners ?? [],
    lostEntries: journal.lostEntries,
    isRedisUp: () => current?.service.isShared(),
  });

  return {
    port: server.port,
    work(work) {
      const last = current;
      if (work.setup.tls !== undefined) server.renewTls(work.setup.tls);
      const publicUrl = work.setup.config.listen.publicUrl ?? serverUrl(host, server.port);
      current = { work, service: createWorkerService(work, { ...lasting, publicUrl }) };
      void last?.service.close();
    },
    ...createFindRequests(recent, refusals),
    status: () => statusOf(current?.service, journal),
    limitUse: () => lasting.limitWatch.look(nowMs(), current?.work.machineId ?? ''),
    followCampaigns: async () => current?.service.followCampaigns(),
    async stop(graceMs) {
      publicPort.announceStop();
      if (graceMs > 0) await Bun.sleep(graceMs);
      await server.stop((current?.work.setup.config.auction.timeoutMs ?? 0) + STOP_MARGIN_MS);
      stopWatching();
      // Auctions are recorded in the turn of the event loop after their reply.
      await new Promise((resolve) => setImmediate(resolve));
      // The journal first: a slow collector of traces must not delay the last counts.
      await journal.close();
      await current?.service.close();
    },
  };
}

type Current = { readonly work: Work; readonly service: WorkerService };

/** What a worker keeps over a reload. */
function createLasting(
  { slot, journal, workers, dataDir, surroundings }: WorkerOptions,
  partners: () => Config['partners'],
) {
  const { log, nowMs, chance } = surroundings;
  const sampleLog = () => createSampler({ linesPerSecond: LOG_LINES_PER_SECOND, nowMs, chance });
  const findProductImage = createFindImage(loadProducts());
  return {
    surroundings,
    slot,
    journal: openWorkerJournal({ dataDir, name: journal, workers, nowMs, log }),
    recent: createRememberedAuctions(AUCTIONS_REMEMBERED, nowMs),
    refusals: createRecentRefusals(),
    limitWatch: createLimitWatch(),
    notifyLosses: createLossNotices(createNoticeClient(partners)),
    sampler: sampleLog(),
    refusalSampler: sampleLog(),
    findImage: (path: string) =>
      defaultImage(path.slice('/images/'.length, -'.svg'.length)) ?? findProductImage(path),
    randomHex: (bytes: number) => randomBytes(bytes).toString('hex'),
  };
}

function statusOf(service: WorkerService | undefined, journal: WorkerJournal): WorkerStatus {
  return {
    journalFault: journal.fault()?.reason ?? null,
    partners: (service?.partners ?? []).map((ready) => ({
      name: ready.partner.name,
      breaker: 'gate' in ready ? ready.gate.breakerState() : null,
    })),
  };
}
