import { edenGC } from 'bun:jsc';
import { giveUpAfter } from '../../lib/in-time.ts';
import type { Runtime } from '../../lib/runtime.ts';
import { openPort } from '../http/listen-error.ts';
import { createPublicPort } from '../http/public-port.ts';
import { FAILURE } from '../http/reply.ts';
import { startServer } from '../http/server.ts';
import { createAdmissionQueue, WAIT_MS_MAX } from '../limits/admission-queue.ts';
import { watchProcess } from '../observe/pulse.ts';
import { createAnswers } from './answers.ts';
import { createKept, type KeptOverReloads } from './kept.ts';
import type {
  Answers,
  Assignment,
  BringImage,
  Placement,
  Question,
  QuestionKind,
} from './messages.ts';
import { createWorkerService, type WorkerService } from './service.ts';
import { readWork } from './work.ts';

/** One event loop that serves the public port. */
export type Worker = ReturnType<typeof startWorker>;

/** At the shutdown, a request may take this much longer than an auction. */
const STOP_MARGIN_MS = 250;

export function startWorker(
  first: Assignment,
  placement: Placement,
  runtime: Runtime,
  bringImage: BringImage,
) {
  const { log, tickMs, newId } = runtime;
  let work = readWork(first);
  const kept = createKept(runtime, placement, work, () => service.knownPartners(), bringImage);
  let service: WorkerService = createWorkerService(work, kept);
  const answers: Answers = createAnswers(kept, () => service);
  const publicPort = createPublicPort({
    service: () => service.service,
    admissionQueue: createAdmissionQueue({
      waitMsMax: giveUpAfter(WAIT_MS_MAX),
      tickMs,
      afterIteration: setImmediate,
      collectGarbage: edenGC,
    }),
    tickMs,
    newId,
    onError(error, { requestId, isBid }) {
      log.error({ err: error, requestId }, 'request failed');
      if (!isBid) return;
      service.countFailure();
      rememberFailure(kept, requestId);
    },
  });
  const { host } = work.setup.config.listen;
  const { port, isPortShared: isShared } = placement;
  const server = openPort({ section: 'listen', host, port }, () =>
    startServer({ host, port, isShared, publicPort, tls: work.setup.tls }),
  );
  const stopWatching = watchHealth(kept, () => service);

  return {
    reload(assignment: Assignment): void {
      const next = readWork(assignment);
      const nextService = createWorkerService(next, kept);
      if (next.setup.tls !== undefined) server.renewTls(next.setup.tls);
      work = next;
      service = nextService;
    },
    async ask<K extends QuestionKind>({ kind, asked }: Question<K>) {
      // Auctions are recorded by a `setImmediate`. One more iteration, and every reply that was sent has its record.
      await nextIteration();
      return answers[kind](...asked);
    },
    /** Serves for `graceMs` more, with a 503 on `/readyz`, then stops. */
    async stop(graceMs: number): Promise<void> {
      publicPort.announceStop();
      if (graceMs > 0) await Bun.sleep(graceMs);
      await server.stop(work.setup.config.auction.timeoutMs + STOP_MARGIN_MS);
      stopWatching();
      // Auctions are recorded in the iteration of the event loop after their reply.
      await nextIteration();
      await kept.journal.close();
    },
  };
}

const nextIteration = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A request that was answered with a 500 is found among the refusals. */
function rememberFailure({ refusals, nowMs }: KeptOverReloads, requestId: string): void {
  const { code, details } = FAILURE;
  const timeMs = nowMs();
  const { reason } = details;
  refusals.add({ requestId, timeMs, code, reason, field: undefined, publisher: undefined });
}

/** Records once a second the delay of the event loop, the memory and the connections of this process. */
function watchHealth({ tickMs, journal }: KeptOverReloads, service: () => WorkerService) {
  let lostBefore = 0;
  return watchProcess((health) => {
    const { metrics, partners, isRedisUp } = service();
    metrics.process(health);
    for (const ready of partners()) {
      if (!('gate' in ready)) continue;
      const { name } = ready.partner;
      metrics.connections(name, ready.connections());
      metrics.breaker(name, ready.gate.breakerState());
    }
    const lost = journal.lostEntries();
    metrics.journalLost(lost - lostBefore);
    lostBefore = lost;
    metrics.journalFault(journal.fault()?.kind ?? 'none');
    const isUp = isRedisUp();
    if (isUp !== undefined) metrics.redis(isUp ? 'up' : 'down');
  }, tickMs);
}
