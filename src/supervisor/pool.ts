import { SLABS_PER_WORKER } from '../metrics.ts';
import type { Log } from '../observe/log.ts';
import type { Assignment, Question, Reply } from '../worker/messages.ts';
import { type StartFault, spawnWorker, type WorkerProcess } from './worker-process.ts';
import { journalName } from './writers.ts';

/** The workers of a machine. One that dies or grows too large is replaced; the others never notice. */
export type Pool = {
  readonly pids: () => readonly number[];
  /** Where living workers count. */
  readonly isLiveSlot: (slot: number) => boolean;
  /** What living workers write to. */
  readonly journals: () => ReadonlySet<string>;
  readonly ask: (question: Question) => Promise<readonly Reply[]>;
  readonly reload: (assignment: Assignment) => Promise<StartFault | undefined>;
  readonly stop: (graceMs: number) => Promise<void>;
};

export type PoolOptions = {
  readonly count: number;
  readonly port: number;
  readonly assignment: Assignment;
  readonly newId: () => string;
  /** Told of each worker that is replaced. */
  readonly onReplaced: (cause: 'died' | 'memory') => void;
  readonly log: Log;
};

export const WORKER_BYTES_MAX = 1024 ** 3;
const MEMORY_CHECK_MS = 5000;
const RESPAWN_MS_MIN = 100;
const RESPAWN_MS_MAX = 10_000;
/** A worker that lived this long did not die of its start. */
const HEALTHY_MS = 30_000;
const REPLACE_GRACE_MS = 1000;

export async function startPool(options: PoolOptions): Promise<Pool | StartFault> {
  const { count, port, log } = options;
  let assignment = options.assignment;
  let isStopping = false;
  const workers = new Set<WorkerProcess>();
  const leaving = new Set<WorkerProcess>();
  const slots = new Set<number>();
  const journals = new Set<string>();
  const freeSlots = Array.from({ length: count * SLABS_PER_WORKER }, (_, slot) => slot);

  /** Settles when the worker serves or will not. */
  async function add(respawnMs: number): Promise<StartFault | undefined> {
    const startedMs = performance.now();
    const slot = freeSlots.shift();
    if (slot === undefined) return { reason: 'there are more workers than there is room for' };
    const journal = journalName(options.newId);
    const worker = spawnWorker(assignment, { port, slot, journal });
    workers.add(worker);
    slots.add(slot);
    journals.add(journal);
    worker.exited.then(() => {
      workers.delete(worker);
      slots.delete(slot);
      journals.delete(journal);
      freeSlots.push(slot);
      if (leaving.delete(worker) || isStopping) return;
      const isShortLived = performance.now() - startedMs < HEALTHY_MS;
      const waitMs = isShortLived ? respawnMs : RESPAWN_MS_MIN;
      log.error({ pid: worker.pid, waitMs }, 'a worker died and is replaced');
      options.onReplaced('died');
      setTimeout(() => {
        if (!isStopping) void add(Math.min(waitMs * 2, RESPAWN_MS_MAX));
      }, waitMs);
    });
    return worker.ready;
  }

  async function replace(worker: WorkerProcess): Promise<void> {
    leaving.add(worker);
    const fault = await add(RESPAWN_MS_MIN);
    if (fault !== undefined) log.error({ reason: fault.reason }, 'a worker could not be replaced');
    await worker.stop(REPLACE_GRACE_MS);
  }

  const watch = setInterval(() => {
    for (const worker of workers) {
      const bytes = worker.memoryBytes();
      if (leaving.has(worker) || bytes <= WORKER_BYTES_MAX) continue;
      log.warn({ pid: worker.pid, bytes }, 'a worker grew too large and is replaced');
      options.onReplaced('memory');
      void replace(worker);
    }
  }, MEMORY_CHECK_MS);

  async function stop(graceMs: number): Promise<void> {
    isStopping = true;
    clearInterval(watch);
    await Promise.all([...workers].map((worker) => worker.stop(graceMs)));
  }

  const faults = await Promise.all(Array.from({ length: count }, () => add(RESPAWN_MS_MIN)));
  const fault = faults.find((one) => one !== undefined);
  if (fault !== undefined) {
    await stop(0);
    return fault;
  }
  return {
    pids: () => [...workers].map(({ pid }) => pid),
    isLiveSlot: (slot) => slots.has(slot),
    journals: () => journals,
    ask: (question) => Promise.all([...workers].map((worker) => worker.ask(question))),
    async reload(next) {
      assignment = next;
      let refused: StartFault | undefined;
      // One after the other: while one builds the index of its campaigns, the others serve.
      for (const worker of [...workers]) refused ??= await worker.reload(next);
      return refused;
    },
    stop,
  };
}
