import type { Setup } from '../config/setup.ts';
import type { Log } from '../lib/log.ts';
import type { Memory, MemoryPlan } from './memory.ts';

export type Surroundings = {
  readonly log: Log;
  /** The wall clock. */
  readonly nowMs: () => number;
  /** A clock that only goes forward, for durations. */
  readonly tickMs: () => number;
  readonly newId: () => string;
  readonly chance: () => number;
};

/** What a worker works with; replaced as a whole when the config is reloaded. */
export type Work = {
  readonly setup: Setup;
  readonly plan: MemoryPlan;
  readonly memory: Memory;
  /** The same for all processes of a machine. */
  readonly machineId: string;
  /** Of the product service that ships with Parley, where a partner wants it. */
  readonly catalogUrl: string | undefined;
};
