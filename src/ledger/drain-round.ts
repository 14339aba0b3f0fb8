import type { DrainOptions } from './drain-options.ts';
import { createFolderDrain, type FolderDrain } from './folder-drain.ts';
import { createPurge } from './purge.ts';
import { createRetention } from './retention.ts';

/** All that is done for a database again and again. */
export type DrainRound = Pick<FolderDrain, 'backlogBytes' | 'refusedCalls'> & {
  /** Drains everything that is in the journals now. Rejects where the database or the disk fails. */
  readonly run: () => Promise<void>;
  /** The spend of every fact recorded before is in the first database. undefined before the first complete drain. */
  readonly caughtUpMs: () => number | undefined;
};

export function createDrainRound(options: DrainOptions): DrainRound {
  const { database, nowMs, forward, keepDays } = options;
  const folder = createFolderDrain(options);
  const purge = createPurge(database, nowMs);
  const retain = createRetention(database, nowMs, keepDays);
  let caughtUpMs: number | undefined;
  return {
    async run() {
      try {
        await folder.drain();
      } finally {
        // A segment that fails does not hold back what others have stored.
        const storedMs = folder.caughtUpMs();
        await forward?.();
        caughtUpMs = storedMs;
      }
      await purge();
      await retain();
    },
    caughtUpMs: () => caughtUpMs,
    backlogBytes: folder.backlogBytes,
    refusedCalls: folder.refusedCalls,
  };
}
