import { existsSync } from 'node:fs';
import type { Runtime } from '../../lib/runtime.ts';
import type { AskedOf, Assignment, BringImage, QuestionKind, ReplyTo } from '../worker/messages.ts';
import { createRoster, type ReplaceCause, type Roster } from './roster.ts';
import { FILES_GONE } from './shared-files.ts';
import { createSlots } from './slots.ts';
import type { StartFault, WorkerProcess } from './worker-process.ts';

/** The workers of a machine. A worker that dies, hangs or grows too large is replaced while the others serve. */
export type Pool = ReturnType<typeof createPool>;

export type WorkerPoolOptions = Runtime & {
  readonly port: number;
  readonly assignment: Assignment;
  readonly onReplaced: (cause: ReplaceCause) => void;
  /** For workers, which do not reach the database. */
  readonly bringImage: BringImage;
  /** Only tests check more often. */
  readonly checkMs?: number;
};

const WORKER_BYTES_MAX = 1024 ** 3;
const CHECK_MS = 5000;
/** A worker that leaves this many checks in a row without an answer counts as hung. */
const UNANSWERED_MAX = 6;

export function createPool(options: WorkerPoolOptions) {
  let { assignment } = options;
  const slots = createSlots(assignment.workers, options.newId);
  const roster = createRoster({
    ...options,
    slots,
    async assignment() {
      if (!hasFiles(assignment)) options.end(FILES_GONE);
      return assignment;
    },
  });
  const { workers } = roster;
  const check = createCheck(roster, options);
  let checking: Timer | undefined;

  async function stop(graceMs: number): Promise<void> {
    clearInterval(checking);
    await roster.stop(graceMs);
  }

  return {
    /** Resolves when all workers serve, or with the reason why one does not; none is left then. */
    async start(): Promise<StartFault | undefined> {
      const faults = await Promise.all(Array.from({ length: assignment.workers }, roster.add));
      const fault = faults.find((one) => one !== undefined);
      if (fault !== undefined) await stop(0);
      else {
        checking = setInterval(() => {
          for (const worker of roster.serving) void check(worker);
        }, options.checkMs ?? CHECK_MS);
      }
      return fault;
    },
    pids: () => [...workers].map(({ pid }) => pid),
    isLiveSlot: slots.isLive,
    isWriter: slots.isWriter,
    /** undefined for a worker that did not answer in time. */
    ask: <K extends QuestionKind>(
      kind: K,
      ...asked: AskedOf<K>
    ): Promise<readonly (ReplyTo<K> | undefined)[]> =>
      Promise.all([...workers].map((worker) => worker.ask(kind, ...asked))),
    /** Reloads every worker, one after the other. A worker that fails is replaced. Resolves to the first failure. */
    async reload(next: Assignment): Promise<StartFault | undefined> {
      assignment = next;
      let first: StartFault | undefined;
      // One after the other: while one builds the index of its campaigns, the others serve.
      for (const worker of [...workers]) {
        const failure = await worker.reload(next);
        if (failure === undefined || !workers.has(worker)) continue;
        first ??= failure;
        void roster.replace(worker);
      }
      return first;
    },
    stop,
  };
}

function hasFiles({ setupFile, memoryFile, feedFile }: Assignment): boolean {
  return [setupFile, memoryFile, feedFile].every(existsSync);
}

/** Replaces a worker that uses too much memory or does not answer. */
function createCheck(roster: Roster, { log, onReplaced }: WorkerPoolOptions) {
  const unanswered = new WeakMap<WorkerProcess, number>();
  return async (worker: WorkerProcess): Promise<void> => {
    const bytes = worker.memoryBytes();
    if (bytes > WORKER_BYTES_MAX) {
      log.warn({ pid: worker.pid, bytes }, 'a worker uses too much memory and is replaced');
      onReplaced('memory');
      await roster.replace(worker);
      return;
    }
    const isAnswered = (await worker.ask('status')) !== undefined;
    const misses = isAnswered ? 0 : (unanswered.get(worker) ?? 0) + 1;
    unanswered.set(worker, misses);
    if (misses < UNANSWERED_MAX || !roster.serving.has(worker)) return;
    log.error({ pid: worker.pid }, 'a worker hangs and is replaced');
    onReplaced('hung');
    roster.killAndReplace(worker);
  };
}
