import { existsSync } from 'node:fs';
import {
  mergedLists,
  type RequestList,
  type RequestQuestion,
} from '../../core/exchange/request-rows.ts';
import { type Refusal, refuse } from '../../lib/refusal.ts';
import type { Runtime } from '../../lib/runtime.ts';
import type { PassedReply } from '../http/buyer-calls.ts';
import type { Offers } from '../offers.ts';
import type { AskedOf, Assignment, QuestionKind, ReplyTo } from '../worker/messages.ts';
import { createRoster, type ReplaceCause, type Roster, type SpawnWorker } from './roster.ts';
import { FILES_GONE } from './shared-files.ts';
import type { Slots } from './slots.ts';
import type { StartFault, WorkerProcess } from './worker-process.ts';

/** The workers of a machine. A worker that dies, hangs or grows too large is replaced while the others serve. */
export type Pool = ReturnType<typeof createPool>;

export type WorkerPoolOptions = Runtime & {
  readonly port: number;
  readonly slots: Slots;
  readonly assignment: Assignment;
  /** What answers workers. */
  readonly offers: Pick<Offers, 'answerBuyer' | 'bringImage'>;
  readonly onReplaced: (cause: ReplaceCause) => void;
  /** Where workers run: processes of their own, unless something else is named. */
  readonly spawn?: SpawnWorker;
  /** Only tests check more often. */
  readonly checkMs?: number;
};

const WORKER_BYTES_MAX = 1024 ** 3;
const CHECK_MS = 5000;
/** A worker that leaves this many checks in a row without an answer counts as hung. */
const UNANSWERED_MAX = 6;

export function createPool(options: WorkerPoolOptions) {
  const { offers } = options;
  let { assignment } = options;
  const roster = createRoster({
    ...options,
    answers: {
      answerBuyer: async (call) => offers.answerBuyer?.(call) ?? NO_SELLER,
      bringImage: async (path) => offers.bringImage?.(path) ?? 'unknown',
    },
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
      const faults = await Promise.all(
        Array.from({ length: assignment.workers }, () => roster.add()),
      );
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
    /** undefined for a worker that did not answer in time. */
    ask: <K extends QuestionKind>(
      kind: K,
      ...asked: AskedOf<K>
    ): Promise<readonly (ReplyTo<K> | undefined)[]> =>
      Promise.all([...workers].map((worker) => worker.ask(kind, ...asked))),
    /**
     * Replaces all workers. Resolves once the first new one serves, or with the reason why it does not: then all stay as
     * they were. `done`: none of before is left.
     */
    async reload(next: Assignment): Promise<StartFault | { readonly done: Promise<unknown> }> {
      const before = assignment;
      const [first, ...others] = [...roster.serving];
      if (first === undefined) return { reason: 'no worker serves at the moment' };
      assignment = next;
      const replaced = await roster.replace(first);
      if ('reason' in replaced) {
        assignment = before;
        return replaced;
      }
      const replaceOthers = async () => {
        const leaving = [replaced.ended];
        // One after the other: while one starts, the others serve.
        for (const worker of others) {
          if (!roster.serving.has(worker)) continue;
          const also = await roster.replace(worker);
          if ('reason' in also) roster.killAndRenew(worker);
          else leaving.push(also.ended);
        }
        await Promise.all(leaving);
      };
      return { done: replaceOthers() };
    },
    stop,
  };
}

const NO_SELLER: PassedReply = { status: 404, headers: {}, body: '' };

const NOT_REPLACED = 'a worker could not be replaced';

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
      const replaced = await roster.replace(worker);
      if ('reason' in replaced) log.error({ reason: replaced.reason }, NOT_REPLACED);
      return;
    }
    const isAnswered = (await worker.ask('status')) !== undefined;
    const misses = isAnswered ? 0 : (unanswered.get(worker) ?? 0) + 1;
    unanswered.set(worker, misses);
    if (misses < UNANSWERED_MAX || !roster.serving.has(worker)) return;
    log.error({ pid: worker.pid }, 'a worker hangs and is replaced');
    onReplaced('hung');
    roster.killAndRenew(worker);
  };
}

/** Auctions and refusals that the workers remember. */
export async function rememberedRequests(
  { ask }: Pick<Pool, 'ask'>,
  question: RequestQuestion,
): Promise<RequestList> {
  const replies = await ask('requests', question);
  return mergedLists(
    replies.filter((reply) => reply !== undefined),
    question,
  );
}

/** JSON text that one worker remembers. If none does and one gave no answer, that one may be the one that does. */
export function rememberedIn(
  replies: readonly (string | null | undefined)[],
): string | undefined | Refusal {
  const record = replies.find((reply) => typeof reply === 'string');
  if (record !== undefined || !replies.includes(undefined)) return record;
  return refuse.unavailable(
    'a worker did not answer within a second, so it could not be asked: try again',
  );
}
