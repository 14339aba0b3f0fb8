import type { Setup } from '../config/setup.ts';
import type { Log } from '../lib/log.ts';
import type { Memory, MemoryPlan } from './memory.ts';

export type Surroundings = {
  readonly log: Log;
  /** The wall clock. */
  readonly nowMs: () => number;
  /** A monotonic clock, for durations. */
  readonly tickMs: () => number;
  readonly newId: () => string;
  readonly chance: () => number;
};

/** A setup with its shared memory. A reload replaces it as a whole. */
export type Work = {
  readonly setup: Setup;
  readonly plan: MemoryPlan;
  readonly memory: Memory;
  /** The same for all processes of a machine. */
  readonly machineId: string;
  /** The product service that ships with Parley, where a partner uses it. */
  readonly catalogUrl: string | undefined;
  /** The campaigns of the store, as `campaign-feed.ts` reads them. undefined: there are none. */
  readonly feedFile: string | undefined;
};
