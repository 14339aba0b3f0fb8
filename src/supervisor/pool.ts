import { journalName } from '../ledger/journal-owner.ts';
import type { Log } from '../lib/log.ts';
import type { Assignment, Question, Reply } from '../worker/messages.ts';
import { SLABS_PER_WORKER } from '../worker/metrics-layout.ts';
import { type StartFault, spawnWorker, type WorkerProcess } from './worker-process.ts';

/** The workers of a machine. One that dies, hangs or grows too large is replaced; the others never notice. */
export type Pool = {
  readonly pids: () => readonly number[];
  readonly ask: (question: Question) => Promise<readonly Reply[]>;
  /** Tells each worker, also where one before it could not follow; such a one is replaced. */
  readonly reload: (assignment: Assignment) => Promise<StartFault | undefined>;
  readonly stop: (graceMs: number) => Promise<void>;
};

/** What living workers hold. Others look at it from before the first worker starts. */
export type Living = {
  /** Where they count. */
  readonly slots: Set<number>;
  /** What they may write to. */
  readonly journals: Set<string>;
};

export type PoolOptions = {
  readonly count: number;
  readonly port: number;
  readonly assignment: Assignment;
  readonly living: Living;
  readonly newId: () => string;
  /** Told of each worker that is replaced. */
  readonly onReplaced: (cause: Cause) => void;
  /** Only tests look more often. */
  readonly checkMs?: number;
  readonly log: Log;
};

export type Cause = 'died' | 'memory' | 'hung';

export const WORKER_BYTES_MAX = 1024 ** 3;
const CHECK_MS = 5000;
/** So many checks without an answer, and a worker counts as hung. */
const UNANSWERED_MAX = 6;
const RESPAWN_MS_MIN = 100;
const RESPAWN_MS_MAX = 10_000;
/** A worker that lived this long did not die of its start. */
const HEALTHY_MS = 30_000;
const REPLACE_GRACE_MS = 1000;

export async function startPool(options: PoolOptions): Promise<Pool | StartFault> {
  const { count, port, living, log, onReplaced } = options;
  let assignment = options.assignment;
  let isStopping = false;
  const workers = new Set<WorkerProcess>();
  /** Those that have started. One that has not has its own time limit, and does not answer yet. */
  const serving = new Set<WorkerProcess>();
  const leaving = new Set<WorkerProcess>();
  const unanswered = new Map<WorkerProcess, number>();
  const freeSlots = Array.from({ length: count * SLABS_PER_WORKER }, (_, slot) => slot);

  /** Settles when the worker serves or will not. Does not throw. */
  async function add(respawnMs: number): Promise<StartFault | undefined> {
    const startedMs = performance.now();
    const slot = freeSlots.shift();
    if (slot === undefined) return { reason: 'there are more workers than there is room for' };
    const journal = journalName(options.newId);
    // Before it can write a word: what nobody writes to is drained and removed.
    living.journals.add(journal);
    const giveBack = () => {
      freeSlots.push(slot);
      living.slots.delete(slot);
      living.journals.delete(journal);
    };
    let worker: WorkerProcess;
    try {
      worker = spawnWorker(assignment, { port, slot, journal });
    } catch (error) {
      giveBack();
      return { reason: `a worker could not be started: ${(error as Error).message}` };
    }
    workers.add(worker);
    worker.exited.then(() => {
      workers.delete(worker);
      serving.delete(worker);
      unanswered.delete(worker);
      giveBack();
      if (leaving.delete(worker) || isStopping) return;
      const isShortLived = performance.now() - startedMs < HEALTHY_MS;
      const waitMs = isShortLived ? respawnMs : RESPAWN_MS_MIN;
      log.error({ pid: worker.pid, waitMs }, 'a worker died and is replaced');
      onReplaced('died');
      addLater(waitMs);
    });
    const fault = await worker.ready;
    if (fault === undefined) {
      serving.add(worker);
      living.slots.add(slot);
    }
    return fault;
  }

  function addLater(waitMs: number): void {
    setTimeout(async () => {
      if (isStopping) return;
      const nextMs = Math.min(waitMs * 2, RESPAWN_MS_MAX);
      const before = workers.size;
      const fault = await add(nextMs);
      // One that was started and ended again is replaced by whoever waits for its end.
      if (fault === undefined || workers.size > before) return;
      log.error({ reason: fault.reason, waitMs: nextMs }, 'a worker could not be replaced');
      addLater(nextMs);
    }, waitMs);
  }

  async function replace(worker: WorkerProcess): Promise<void> {
    leaving.add(worker);
    const fault = await add(RESPAWN_MS_MIN);
    if (fault !== undefined) log.error({ reason: fault.reason }, 'a worker could not be replaced');
    await worker.stop(REPLACE_GRACE_MS);
  }

  async function check(worker: WorkerProcess): Promise<void> {
    if (leaving.has(worker)) return;
    const bytes = worker.memoryBytes();
    if (bytes > WORKER_BYTES_MAX) {
      log.warn({ pid: worker.pid, bytes }, 'a worker grew too large and is replaced');
      onReplaced('memory');
      await replace(worker);
      return;
    }
    const isAnswered = (await worker.ask({ kind: 'status' })) !== undefined;
    const misses = isAnswered ? 0 : (unanswered.get(worker) ?? 0) + 1;
    unanswered.set(worker, misses);
    if (misses < UNANSWERED_MAX || leaving.has(worker) || !workers.has(worker)) return;
    log.error({ pid: worker.pid }, 'a worker hangs and is replaced');
    onReplaced('hung');
    leaving.add(worker);
    worker.kill();
    addLater(RESPAWN_MS_MIN);
  }

  const watch = setInterval(() => {
    for (const worker of serving) void check(worker);
  }, options.checkMs ?? CHECK_MS);

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
    ask: (question) => Promise.all([...workers].map((worker) => worker.ask(question))),
    async reload(next) {
      assignment = next;
      let refused: StartFault | undefined;
      // One after the other: while one builds the index of its campaigns, the others serve.
      for (const worker of [...workers]) {
        const refusal = await worker.reload(next);
        if (refusal === undefined || !workers.has(worker)) continue;
        refused ??= refusal;
        void replace(worker);
      }
      return refused;
    },
    stop,
  };
}
