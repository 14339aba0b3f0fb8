import type { Log } from '../lib/log.ts';

export type FaultLog = ReturnType<typeof createFaultLog>;

const LINE_MS = 60_000;

/** Logs why something fails, in the words of whoever refused it, at most once a minute, and that it works again. */
export function createFaultLog(log: Log, message: string, worksAgain?: string) {
  let reason: string | undefined;
  let sinceMs = 0;
  let loggedMs = Number.NEGATIVE_INFINITY;
  return {
    failed(error: unknown): void {
      if (reason === undefined) sinceMs = performance.now();
      const isNews = reason === undefined || performance.now() - loggedMs >= LINE_MS;
      reason = (error as Error).message;
      if (!isNews) return;
      loggedMs = performance.now();
      log.error({ reason }, message);
    },
    recovered(): void {
      if (reason !== undefined && worksAgain !== undefined) log.info({}, worksAgain);
      reason = undefined;
    },
    /** Why it fails; undefined while it works, or has failed for no longer. */
    reason: (forMs = 0) => (performance.now() - sinceMs >= forMs ? reason : undefined),
  };
}
