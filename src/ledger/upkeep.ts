import type { Log } from '../lib/log.ts';
import type { Database } from './database.ts';
import { readClockMs } from './database-clock.ts';
import { createFaultLog, type FaultLog } from './fault-log.ts';
import { purge } from './purge.ts';
import { retain } from './retention.ts';

/** Deletes what is old, and makes room for what comes. The drain neither depends on it nor waits for it. */
export type Upkeep = {
  /** Never rejects: what fails is logged and tried again later. While it runs, it is not started again. */
  readonly run: () => Promise<void>;
  /** Resolves when it does not run. */
  readonly ended: () => Promise<void>;
};

export type UpkeepOptions = {
  /** Without the watch over its answers: a deletion that waits for a lock is no silence of the database. */
  readonly database: Database;
  readonly nowMs: () => number;
  readonly keepDays?: number | undefined;
  readonly log: Log;
};

const PURGE_MS = 10_000;
const RETENTION_MS = 3_600_000;
const RETRY_MS = 10_000;

const PURGE_FAILED = 'old counts and positions of journals cannot be deleted: they are kept';
const RETENTION_FAILED =
  'old facts cannot be dropped, or the tables of the next months not be made: facts are stored as before';

export function createUpkeep(options: UpkeepOptions, tickMs: () => number): Upkeep {
  const { database, nowMs, keepDays, log } = options;
  // What is deleted by its age belongs to all machines, and the clock of this one may be wrong.
  const clockMs = () => readClockMs(database, nowMs());
  const purgeOld = async () => purge(database, await clockMs());
  const retainNew = async () => retain(database, await clockMs(), keepDays);
  const tasks = [
    whenDue(purgeOld, PURGE_MS, createFaultLog(log, PURGE_FAILED), tickMs),
    whenDue(retainNew, RETENTION_MS, createFaultLog(log, RETENTION_FAILED), tickMs),
  ];
  let running: Promise<void> | undefined;

  async function runAll(): Promise<void> {
    for (const task of tasks) await task();
    running = undefined;
  }

  return {
    run() {
      running ??= runAll();
      return running;
    },
    async ended() {
      await running;
    },
  };
}

/** The task resolves to whether nothing is left to do, and is due again after a rest then. */
function whenDue(
  task: () => Promise<boolean>,
  restMs: number,
  faults: FaultLog,
  tickMs: () => number,
): () => Promise<void> {
  let dueMs = Number.NEGATIVE_INFINITY;
  return async () => {
    if (tickMs() < dueMs) return;
    try {
      if (await task()) dueMs = tickMs() + restMs;
      faults.recovered();
    } catch (error) {
      dueMs = tickMs() + RETRY_MS;
      faults.failed(error);
    }
  };
}
