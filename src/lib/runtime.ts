import type { Log } from './log.ts';

/** What a process has: a log, clocks, ids and chance. */
export type Runtime = {
  readonly log: Log;
  /** The wall clock. */
  readonly nowMs: () => number;
  /** A monotonic clock, for durations. */
  readonly tickMs: () => number;
  readonly newId: () => string;
  readonly chance: () => number;
  /**
   * Ends the process, with a sentence, where what it knows is not so any more. Whoever runs it starts it again, and the
   * start reads everything anew.
   */
  readonly end: (reason: string) => void;
};

export function createRuntime(log: Log): Runtime {
  return {
    log,
    nowMs: Date.now,
    tickMs: () => performance.now(),
    newId: () => crypto.randomUUID(),
    chance: Math.random,
    end(reason) {
      log.error({ reason }, 'Parley ends here and has to be started anew');
      process.exit(1);
    },
  };
}
