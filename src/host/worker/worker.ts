import { edenGC } from 'bun:jsc';
import { compileAll } from '../../lib/compile-later.ts';
import { giveUpAfter } from '../../lib/in-time.ts';
import type { Runtime } from '../../lib/runtime.ts';
import { openPort } from '../http/listen-error.ts';
import { createPublicPort } from '../http/public-port.ts';
import { startServer } from '../http/server.ts';
import { createAdmissionQueue, WAIT_MS_MAX } from '../limits/admission-queue.ts';
import { watchProcess } from '../observe/pulse.ts';
import { BREAKER_VALUES, JOURNAL_FAULT_VALUES, workerName } from '../observe/series.ts';
import type {
  AskedOf,
  Assignment,
  Placement,
  QuestionKind,
  ReplyTo,
  StopCause,
  SupervisorAsks,
} from './messages.ts';
import type { Ask } from './pipe.ts';
import { createWorkerService, type WorkerService } from './service.ts';
import { readWork } from './work.ts';

/** One event loop that serves the public port. */
export type Worker = ReturnType<typeof startWorker>;

/** At the shutdown, a request may take this much longer than an auction. */
const STOP_MARGIN_MS = 250;

export function startWorker(
  assignment: Assignment,
  placement: Placement,
  ask: Ask<SupervisorAsks>,
  runtime: Runtime,
) {
  const { log, tickMs, newId } = runtime;
  const work = readWork(assignment);
  compileAll();
  const worker = createWorkerService(work, placement, ask, runtime);
  const publicPort = createPublicPort({
    service: worker.service,
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
      if (isBid) worker.noteFailure(requestId);
    },
  });
  const { listen, auction } = work.setup.config;
  const { port } = placement;
  const server = openPort({ section: 'listen', host: listen.host, port }, () =>
    startServer({ host: listen.host, port, isShared: true, publicPort, tls: work.setup.tls }),
  );
  const stopWatching = watchHealth(worker, placement.slot, tickMs);

  return {
    countUncaught: () => worker.metrics.add('parley_uncaught_errors_total', [], 1),
    async ask<Kind extends QuestionKind>(kind: Kind, asked: AskedOf<Kind>): Promise<ReplyTo<Kind>> {
      // Auctions are recorded by a `setImmediate`. One more iteration, and every reply that was sent has its record.
      await nextIteration();
      return worker.answers[kind](...asked);
    },
    /** Serves for `graceMs` more, then stops. Where no other worker takes its place, with a 503 on `/readyz`. */
    async stop(cause: StopCause, graceMs: number): Promise<void> {
      publicPort.enter(cause === 'replaced' ? 'replaced' : 'leaving');
      if (graceMs > 0) await Bun.sleep(graceMs);
      if (cause === 'machine-stops') publicPort.enter('stopped');
      await server.stop(auction.timeoutMs + STOP_MARGIN_MS);
      stopWatching();
      // Auctions are recorded in the iteration of the event loop after their reply.
      await nextIteration();
      await worker.journal.close();
    },
  };
}

const nextIteration = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Records once a second the delay of the event loop, the memory and the connections of this process. */
function watchHealth(
  { metrics: { add, set }, partners, isRedisUp, journal }: WorkerService,
  slot: number,
  tickMs: () => number,
) {
  let lostBefore = 0;
  const process = workerName(slot);
  return watchProcess(({ delayMs, memoryBytes }) => {
    set('parley_event_loop_delay_seconds', [process], delayMs);
    set('parley_resident_memory_bytes', [process], memoryBytes);
    for (const ready of partners()) {
      if (!('gate' in ready)) continue;
      const { name } = ready.partner;
      set('parley_partner_connections', [name], ready.connections());
      // Each worker has a breaker of its own; the most open one is shown.
      set('parley_partner_breaker_state', [name], BREAKER_VALUES[ready.gate.breakerState()]);
    }
    const lost = journal.lostEntries();
    add('parley_journal_lost_total', [], lost - lostBefore);
    lostBefore = lost;
    set('parley_journal_fault', [], JOURNAL_FAULT_VALUES[journal.fault()?.kind ?? 'none']);
    const isUp = isRedisUp();
    if (isUp !== undefined) set('parley_redis_up', [], isUp ? 1 : 0);
  }, tickMs);
}
