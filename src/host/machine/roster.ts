import type { Log } from '../../lib/log.ts';
import type { Assignment, BringImage } from '../worker/messages.ts';
import type { Slots, TakenSlot } from './slots.ts';
import { type StartFault, spawnWorker, type WorkerProcess } from './worker-process.ts';

export type ReplaceCause = 'died' | 'memory' | 'hung';

type RosterOptions = {
  readonly slots: Slots;
  readonly port: number;
  /** Asked for each start, since it changes at a reload. Rejects where the shared files cannot be created. */
  readonly assignment: () => Promise<Assignment>;
  readonly onReplaced: (cause: ReplaceCause) => void;
  readonly bringImage: BringImage;
  readonly log: Log;
};

/** The worker processes that run. A worker that dies is replaced. */
export type Roster = ReturnType<typeof createRoster>;

const RESPAWN_MS_MIN = 100;
const RESPAWN_MS_MAX = 10_000;
/** A worker that lived this long did not die because of its start. */
const HEALTHY_MS = 30_000;
const REPLACE_GRACE_MS = 1000;

type NotAdded = {
  readonly reason: string;
  /** Whether there is a process, which does not serve. When it ends, it is replaced like any other. */
  readonly isSpawned: boolean;
};

export function createRoster(options: RosterOptions) {
  const { slots, log } = options;
  const respawn = createRespawn(add, options);
  const workers = new Set<WorkerProcess>();
  const serving = new Set<WorkerProcess>();
  const leaving = new Set<WorkerProcess>();

  async function add(respawnMs: number): Promise<NotAdded | undefined> {
    const taken = slots.take();
    if (taken === undefined) return { reason: 'all slots are taken', isSpawned: false };
    const startedMs = performance.now();
    const worker = await spawnIn(taken, options);
    if ('reason' in worker) return { ...worker, isSpawned: false };
    workers.add(worker);
    worker.exited.then((end) => {
      workers.delete(worker);
      serving.delete(worker);
      taken.release();
      const wasHealthy = performance.now() - startedMs >= HEALTHY_MS;
      if (!leaving.delete(worker))
        respawn.dead({ pid: worker.pid, ...end }, wasHealthy ? RESPAWN_MS_MIN : respawnMs);
    });
    const fault = respawn.isStopped() ? STOPPING : await worker.ready;
    if (fault !== undefined) {
      worker.kill();
      return { ...fault, isSpawned: true };
    }
    taken.markReady();
    if (workers.has(worker)) serving.add(worker);
    return undefined;
  }

  function leave(worker: WorkerProcess): void {
    serving.delete(worker);
    leaving.add(worker);
  }

  return {
    workers,
    /** Those that are ready and are not being replaced. */
    serving,
    /** Resolves when a new worker serves, or with the reason why it does not. Never rejects. */
    async add(): Promise<StartFault | undefined> {
      const fault = await add(RESPAWN_MS_MIN);
      return fault && { reason: fault.reason };
    },
    /** Starts a replacement, then stops the worker. */
    async replace(worker: WorkerProcess): Promise<void> {
      leave(worker);
      const fault = await add(RESPAWN_MS_MIN);
      if (fault !== undefined) log.error({ reason: fault.reason }, NOT_REPLACED);
      await worker.stop(REPLACE_GRACE_MS);
    },
    /** Kills a worker that does not answer, then starts a replacement. */
    killAndReplace(worker: WorkerProcess): void {
      leave(worker);
      worker.kill();
      respawn.later(RESPAWN_MS_MIN);
    },
    async stop(graceMs: number): Promise<void> {
      respawn.stop();
      await Promise.all([...workers].map((worker) => worker.stop(graceMs)));
    },
  };
}

/** Replaces workers. After a failure the next attempt follows after twice the time. */
function createRespawn(
  add: (respawnMs: number) => Promise<NotAdded | undefined>,
  { log, onReplaced }: RosterOptions,
) {
  let isStopped = false;

  function later(waitMs: number): void {
    setTimeout(async () => {
      if (isStopped) return;
      const nextMs = Math.min(waitMs * 2, RESPAWN_MS_MAX);
      const fault = await add(nextMs);
      if (fault === undefined || isStopped) return;
      log.error({ reason: fault.reason, waitMs: nextMs }, NOT_REPLACED);
      if (!fault.isSpawned) later(nextMs);
    }, waitMs);
  }

  return {
    later,
    /** `facts`: which one, and how it ended. */
    dead(facts: object, waitMs: number): void {
      if (isStopped) return;
      log.error({ ...facts, waitMs }, 'a worker died and is replaced');
      onReplaced('died');
      later(waitMs);
    },
    isStopped: () => isStopped,
    stop(): void {
      isStopped = true;
    },
  };
}

const STOPPING: StartFault = { reason: 'the pool was stopped meanwhile' };
const NOT_REPLACED = 'a worker could not be replaced';

async function spawnIn(taken: TakenSlot, { assignment, port, bringImage }: RosterOptions) {
  try {
    const { slot, journal } = taken;
    const placement = { port, isPortShared: true, slot, journal };
    return spawnWorker(await assignment(), placement, bringImage);
  } catch (error) {
    taken.release();
    return { reason: `a worker could not be started: ${(error as Error).message}` };
  }
}
