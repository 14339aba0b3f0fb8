import { inTime } from '../lib/in-time.ts';
import type { Database, Query } from '../lib/sql/database.ts';

type TimeLimits = {
  /** For a query, or for a whole transaction. */
  readonly operationMs: number;
  /** For each step of a transaction: to begin, a statement, to commit. */
  readonly answerMs: number;
};

/** Longer than Postgres works on a statement of a transaction before it gives up. */
const ANSWER_MS_MAX = 10_000;
/** Longer than a report takes, or a batch together with the batches of other machines before it. */
const OPERATION_MS_MAX = 30_000;
/** An upgrade may rebuild the index of a large table. */
const UPGRADE_MS_MAX = 3_600_000;

export const USUAL_LIMITS: TimeLimits = { operationMs: OPERATION_MS_MAX, answerMs: ANSWER_MS_MAX };
export const UPGRADE_LIMITS: TimeLimits = { operationMs: UPGRADE_MS_MAX, answerMs: UPGRADE_MS_MAX };

/** Operations reject after a time limit, and their connection is closed: it may be in the middle of a transaction. */
export function withTimeLimit(database: Database, { operationMs, answerMs }: TimeLimits): Database {
  return {
    kind: database.kind,
    query(text, values) {
      const patience = createPatience(operationMs, operationMs);
      return patience.wait(database.query(text, values, patience.signal));
    },
    transaction(work) {
      const { signal, step, wait } = createPatience(operationMs, answerMs);
      const timed = (query: Query): Query => {
        return async (text, values) => {
          // The rest of the work must not run beside the next transaction.
          signal.throwIfAborted();
          step();
          const rows = await query(text, values);
          step();
          return rows;
        };
      };
      const done = database.transaction(async (query) => {
        step();
        const result = await work(timed(query));
        step();
        return result;
      }, signal);
      return wait(done);
    },
    close: database.close,
  };
}

/** Waits for work as long as it makes progress, and aborts the signal when it no longer waits. */
function createPatience(operationMs: number, stepMs: number) {
  const controller = new AbortController();
  const operationEndMs = performance.now() + operationMs;
  let stepEndMs = performance.now() + stepMs;
  return {
    signal: controller.signal,
    step() {
      stepEndMs = performance.now() + stepMs;
    },
    async wait<T>(work: Promise<T>): Promise<T> {
      const ended = work.then((value) => ({ value }));
      for (;;) {
        const leftMs = Math.min(stepEndMs, operationEndMs) - performance.now();
        const end = leftMs > 0 ? await inTime(ended, leftMs, undefined) : 'late';
        if (end === 'late') {
          const waitedMs = stepEndMs < operationEndMs ? stepMs : operationMs;
          controller.abort(new Error(`no answer from the database in ${waitedMs} ms`));
          throw controller.signal.reason;
        }
        if (end !== undefined) return end.value;
      }
    },
  };
}
