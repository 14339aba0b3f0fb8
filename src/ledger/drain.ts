import { createFolderDrain, type DrainOptions } from './drain-folder.ts';
import { createPurge } from './purge.ts';

/** Brings what the workers' journals hold into the database, each thing once. */
export type Drain = {
  /** Drains until it is stopped. */
  readonly start: () => void;
  /** Drains what is there, if the database answers, and ends. */
  readonly stop: () => Promise<void>;
  /** Everything that is in the journals now; throws where the database or the disk will not have it. */
  readonly drainOnce: () => Promise<void>;
  readonly lag: () => Lag;
  /** Every fact kept by then is in the database; undefined before the first time that it was so. */
  readonly caughtUpMs: () => number | undefined;
};

export type Lag = {
  /** In the journals and not in the database, as of the last look. */
  readonly bytes: number;
  /** The age that the oldest of it may have. */
  readonly oldestMs: number;
  /** Calls of partners that the outbox had no room for, since the start. */
  readonly refusedCalls: number;
  readonly isDatabaseGone: boolean;
};

const POLL_MS = 100;
const RETRY_MS_MAX = 5000;

export function createDrain(options: DrainOptions): Drain {
  const { database, nowMs, log } = options;
  const folder = createFolderDrain(options);
  const purge = createPurge(database, nowMs);
  let drainedMs = nowMs();
  let failures = 0;
  let isStopping = false;
  let running: Promise<void> | undefined;
  let wake = () => {};

  async function drainOnce(): Promise<void> {
    const beganMs = nowMs();
    await folder.drain();
    drainedMs = beganMs;
    await purge();
  }

  async function attempt(): Promise<void> {
    try {
      await drainOnce();
      if (failures > 0) log.info({ failures }, 'the journals are drained again');
      failures = 0;
    } catch (error) {
      const { message: reason } = error as Error;
      if (failures === 0)
        log.error({ reason }, 'the journals cannot be drained: they keep what comes');
      failures++;
    }
  }

  async function run(): Promise<void> {
    while (!isStopping) {
      await attempt();
      const waitMs = Math.min(POLL_MS * 2 ** Math.max(0, failures - 1), RETRY_MS_MAX);
      if (!isStopping) await pause(waitMs);
    }
    await attempt();
  }

  function pause(waitMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, waitMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
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
      bytes: folder.backlogBytes(),
      oldestMs: folder.backlogBytes() === 0 ? 0 : nowMs() - drainedMs,
      refusedCalls: folder.refusedCalls(),
      isDatabaseGone: failures > 0,
    }),
    caughtUpMs: folder.caughtUpMs,
  };
}
