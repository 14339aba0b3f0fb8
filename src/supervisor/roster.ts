import type { Log } from '../lib/log.ts';
import type { Assignment } from '../worker/messages.ts';
import type { Slots, TakenSlot } from './slots.ts';
import { type StartFault, spawnWorker, type WorkerProcess } from './worker-process.ts';

export type ReplaceCause = 'died' | 'memory' | 'hung';

export type RosterOptions = {
  readonly slots: Slots;
  readonly port: number;
  /** Asked for each start, since it changes at a reload. Rejects where the shared files cannot be created. */
  readonly assignment: () => Promise<Assignment>;
  readonly onReplaced: (cause: ReplaceCause) => void;
  readonly log: Log;
};

/** The worker processes that run. A worker that dies is replaced. */
export type Roster = ReturnType<typeof createRoster>;

const RESPAWN_MS_MIN = 100;
const RESPAWN_MS_MAX = 10_000;
/** A worker that lived this long did not die because of its start. */
const HEALTHY_MS = 30_000;
const REPLACE_GRACE_MS = 1000;

type Added =
  | { readonly kind: 'ready' }
  | { readonly kind: 'not-spawned'; readonly reason: string }
  /** The process was spawned and does not serve. When it ends, it is replaced like any other. */
  | { readonly kind: 'not-ready'; readonly reason: string };

export function createRoster(options: RosterOptions) {
  const { slots, log } = options;
  const respawn = createRespawn(add, options);
  const workers = new Set<WorkerProcess>();
  const serving = new Set<WorkerProcess>();
  const leaving = new Set<WorkerProcess>();

  async function add(respawnMs: number): Promise<Added> {
    const taken = slots.take();
    if (taken === undefined) return { kind: 'not-spawned', reason: 'all slots are taken' };
    const startedMs = performance.now();
    const worker = await spawnIn(taken, options);
    if ('reason' in worker) return { kind: 'not-spawned', reason: worker.reason };
    workers.add(worker);
    worker.exited.then(() => {
      workers.delete(worker);
      serving.delete(worker);
      taken.release();
      const wasHealthy = performance.now() - startedMs >= HEALTHY_MS;
      if (!leaving.delete(worker)) respawn.dead(worker, wasHealthy ? RESPAWN_MS_MIN : respawnMs);
    });
    const fault = respawn.isStopped() ? STOPPING : await worker.ready;
    if (fault !== undefined) {
      worker.kill();
      return { kind: 'not-ready', reason: fault.reason };
    }
    taken.markReady();
    if (workers.has(worker)) serving.add(worker);
    return { kind: 'ready' };
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
    add: async () => faultOf(await add(RESPAWN_MS_MIN)),
    /** Starts a replacement, then stops the worker. */
    async replace(worker: WorkerProcess): Promise<void> {
      leave(worker);
      const fault = faultOf(await add(RESPAWN_MS_MIN));
      if (fault !== undefined) log.error(fault, NOT_REPLACED);
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
  add: (respawnMs: number) => Promise<Added>,
  { log, onReplaced }: RosterOptions,
) {
  let isStopped = false;

  function later(waitMs: number): void {
    setTimeout(async () => {
      if (isStopped) return;
      const nextMs = Math.min(waitMs * 2, RESPAWN_MS_MAX);
      const added = await add(nextMs);
      if (added.kind === 'ready' || isStopped) return;
      log.error({ reason: added.reason, waitMs: nextMs }, NOT_REPLACED);
      if (added.kind === 'not-spawned') later(nextMs);
    }, waitMs);
  }

  return {
    later,
    dead({ pid }: WorkerProcess, waitMs: number): void {
      if (isStopped) return;
      log.error({ pid, waitMs }, 'a worker died and is replaced');
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

function faultOf(added: Added): StartFault | undefined {
  return added.kind === 'ready' ? undefined : { reason: added.reason };
}

async function spawnIn(
  taken: TakenSlot,
  { assignment, port }: RosterOptions,
): Promise<WorkerProcess | StartFault> {
  try {
    const { slot, journal } = taken;
    return spawnWorker(await assignment(), { port, isPortShared: true, slot, journal });
  } catch (error) {
    taken.release();
    return { reason: `a worker could not be started: ${(error as Error).message}` };
  }
}
