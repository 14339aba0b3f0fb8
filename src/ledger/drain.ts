import type { DrainOptions } from './drain-options.ts';
import { createDrainRound } from './drain-round.ts';
import { createFaultLog } from './fault-log.ts';
import { createInterruptibleSleep } from './interruptible-sleep.ts';

/** Copies the entries of the workers' journals into the database, each of them once. */
export type Drain = {
  /** Drains until it is stopped. */
  readonly start: () => void;
  /** Drains once more, if the database answers, and ends. */
  readonly stop: () => Promise<void>;
  /** Drains everything that is in the journals now. Rejects where the database or the disk fails. */
  readonly drainOnce: () => Promise<void>;
  readonly lag: () => Lag;
  /** Every fact recorded before is in the database. undefined before the first complete drain. */
  readonly caughtUpMs: () => number | undefined;
};

export type Lag = {
  /** In the journals and not in the database, at the last attempt. */
  readonly bytes: number;
  /** An upper bound of the age of the oldest of them. */
  readonly oldestMs: number;
  /** Calls to partners that were dropped because the outbox was full, since the start. */
  readonly refusedCalls: number;
  readonly isDatabaseGone: boolean;
  /** Why the database cannot be used; undefined while it can. */
  readonly reason: string | undefined;
};

const POLL_MS = 100;
const RETRY_MS_MAX = 5000;

export function createDrain(options: DrainOptions): Drain {
  const { nowMs, log } = options;
  const round = createDrainRound(options);
  const faults = createFaultLog(log, DRAIN_FAILED);
  const { sleep, wake } = createInterruptibleSleep();
  let drainedMs = nowMs();
  let failures = 0;
  let isStopping = false;
  let running: Promise<void> | undefined;

  async function drainOnce(): Promise<void> {
    const startedMs = nowMs();
    await round.run();
    drainedMs = startedMs;
  }

  async function attempt(): Promise<void> {
    try {
      await drainOnce();
      if (failures > 0) log.info({ failures }, 'the journals are drained again');
      failures = 0;
      faults.recovered();
    } catch (error) {
      failures++;
      faults.failed(error);
    }
  }

  async function run(): Promise<void> {
    while (!isStopping) {
      await attempt();
      const waitMs = Math.min(POLL_MS * 2 ** Math.max(0, failures - 1), RETRY_MS_MAX);
      if (!isStopping) await sleep(waitMs);
    }
    await attempt();
  }

  return {
    start() {
      running ??= run();
    },
    async stop() {
      isStopping = true;
      wake();
      await running;
    },
    drainOnce,
    lag: () => ({
      bytes: round.backlogBytes(),
      oldestMs: round.backlogBytes() === 0 ? 0 : nowMs() - drainedMs,
      refusedCalls: round.refusedCalls(),
      isDatabaseGone: failures > 0,
      reason: faults.reason(),
    }),
    caughtUpMs: round.caughtUpMs,
  };
}

const DRAIN_FAILED = 'the journals cannot be drained: their entries stay on disk until they can';
