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
};

export function createRuntime(log: Log): Runtime {
  return {
    log,
    nowMs: Date.now,
    tickMs: () => performance.now(),
    newId: () => crypto.randomUUID(),
    chance: Math.random,
  };
}
