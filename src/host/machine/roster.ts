import type { Log } from '../../lib/log.ts';
import type { Assignment, SupervisorAsks } from '../worker/messages.ts';
import type { AnswersTo } from '../worker/pipe.ts';
import type { Slots, TakenSlot } from './slots.ts';
import { type StartFault, spawnWorker, type WorkerProcess } from './worker-process.ts';

export type ReplaceCause = 'died' | 'memory' | 'hung';

export type SpawnWorker = typeof spawnWorker;

type RosterOptions = {
  readonly slots: Slots;
  readonly port: number;
  /** Asked for each start, since it changes at a reload. Rejects where the shared files cannot be created. */
  readonly assignment: () => Promise<Assignment>;
  readonly onReplaced: (cause: ReplaceCause) => void;
  readonly spawn?: SpawnWorker;
  /** What workers ask this process. */
  readonly answers: AnswersTo<SupervisorAsks>;
  readonly log: Log;
};

/** The worker processes that run. A worker that dies is replaced. */
export type Roster = ReturnType<typeof createRoster>;

const RESPAWN_MS_MIN = 100;
const RESPAWN_MS_MAX = 10_000;
/** A worker that lived this long did not die because of its start. */
const HEALTHY_MS = 30_000;
/** Callers that keep connections open need an answer to learn from that they should open another one. */
const RETIRE_GRACE_MS = 2000;

export function createRoster(options: RosterOptions) {
  const { slots, log, onReplaced } = options;
  const workers = new Set<WorkerProcess>();
  const serving = new Set<WorkerProcess>();
  let isStopped = false;

  /** `respawnMs`: if it dies soon, the next one follows after this time. */
  async function add(respawnMs = RESPAWN_MS_MIN): Promise<StartFault | undefined> {
    const taken = slots.take();
    if (taken === undefined) return { reason: 'all slots are taken' };
    const startedMs = performance.now();
    const worker = await spawnIn(taken, options);
    if ('reason' in worker) return worker;
    workers.add(worker);
    worker.exited.then((end) => {
      workers.delete(worker);
      taken.release();
      if (!serving.delete(worker) || isStopped) return;
      const wasHealthy = performance.now() - startedMs >= HEALTHY_MS;
      const waitMs = wasHealthy ? RESPAWN_MS_MIN : respawnMs;
      log.error({ pid: worker.pid, ...end, waitMs }, 'a worker died and is replaced');
      onReplaced('died');
      later(waitMs);
    });
    const fault = isStopped ? STOPPING : await worker.ready;
    if (fault !== undefined || !workers.has(worker)) {
      worker.kill();
      return fault ?? ENDED;
    }
    taken.markReady();
    serving.add(worker);
    return undefined;
  }

  /** Adds one that is missing. After a failure the next attempt follows after twice the time. */
  async function renew(waitedMs = RESPAWN_MS_MIN): Promise<void> {
    const waitMs = Math.min(waitedMs * 2, RESPAWN_MS_MAX);
    const fault = await add(waitMs);
    if (fault === undefined || isStopped) return;
    log.error({ reason: fault.reason, waitMs }, 'a worker could not be replaced');
    later(waitMs);
  }

  function later(waitMs: number): void {
    setTimeout(() => {
      if (!isStopped) void renew(waitMs);
    }, waitMs);
  }

  return {
    workers,
    /** Those that are ready and are not being replaced. */
    serving: serving as ReadonlySet<WorkerProcess>,
    /** Resolves when a new worker serves, or with the reason why it does not. Never rejects. */
    add: () => add(),
    /**
     * Resolves when another one serves in its place, or with the reason why none does: then it stays. `ended`: it has
     * answered what it had.
     */
    async replace(worker: WorkerProcess): Promise<StartFault | { readonly ended: Promise<void> }> {
      serving.delete(worker);
      const fault = await add();
      if (fault === undefined) return { ended: worker.stop('replaced', RETIRE_GRACE_MS) };
      if (workers.has(worker)) serving.add(worker);
      else later(RESPAWN_MS_MIN);
      return fault;
    },
    /** Kills a worker that does not answer, then starts a replacement. */
    killAndRenew(worker: WorkerProcess): void {
      serving.delete(worker);
      worker.kill();
      later(RESPAWN_MS_MIN);
    },
    async stop(graceMs: number): Promise<void> {
      isStopped = true;
      await Promise.all([...workers].map((worker) => worker.stop('machine-stops', graceMs)));
    },
  };
}

const STOPPING: StartFault = { reason: 'the pool was stopped meanwhile' };
const ENDED: StartFault = { reason: 'a worker ended before it was ready' };

async function spawnIn(taken: TakenSlot, options: RosterOptions) {
  const { assignment, port, spawn = spawnWorker } = options;
  try {
    const { slot, journal } = taken;
    return spawn(await assignment(), { port, slot, journal }, options);
  } catch (error) {
    taken.release();
    return { reason: `a worker could not be started: ${(error as Error).message}` };
  }
}
