import type { Log } from '../lib/log.ts';
import type { Database } from './database.ts';
import { readClockMs } from './database-clock.ts';
import { createFaultLog, type FaultLog } from './fault-log.ts';
import { createPurge } from './purge.ts';
import { createRetention } from './retention.ts';

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

const RETRY_MS = 10_000;

const PURGE_FAILED = 'old counts and positions of journals cannot be deleted: they are kept';
const RETENTION_FAILED =
  'old facts cannot be dropped, or the tables of the next months not be made: facts are stored as before';

export function createUpkeep(options: UpkeepOptions, tickMs: () => number): Upkeep {
  const { database, nowMs, keepDays, log } = options;
  const clocks = { clockMs: () => readClockMs(database, nowMs()), tickMs };
  const purge = createPurge(database, clocks);
  const retain = createRetention(database, clocks, keepDays);
  const tasks = [
    retried(purge, createFaultLog(log, PURGE_FAILED), tickMs),
    retried(retain, createFaultLog(log, RETENTION_FAILED), tickMs),
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

function retried(
  task: () => Promise<void>,
  faults: FaultLog,
  tickMs: () => number,
): () => Promise<void> {
  let retryMs = Number.NEGATIVE_INFINITY;
  return async () => {
    if (tickMs() < retryMs) return;
    try {
      await task();
      faults.recovered();
    } catch (error) {
      retryMs = tickMs() + RETRY_MS;
      faults.failed(error);
    }
  };
}
