import type { Log } from '../lib/log.ts';
import type { Fact } from '../sale/fact.ts';
import type { Database } from './database.ts';
import type { Placement } from './placement.ts';
import type { Retirement } from './retirement.ts';
import type { Settle } from './write-batch.ts';

export type DrainOptions = {
  readonly folder: string;
  readonly database: Database;
  readonly placement: Placement;
  readonly retirement: Retirement;
  /** Facts of older sales are dropped. undefined: none are. */
  readonly keepDays?: number | undefined;
  readonly nowMs: () => number;
  readonly log: Log;
  /** Whether the worker of this journal may still write to it. */
  readonly isWriterAlive: (name: string) => boolean;
  /** Called with new facts in the transaction that stores them. */
  readonly settle?: Settle;
  /** Brings what `settle` has kept to the first database. Called after a drain. */
  readonly forward?: () => Promise<void>;
  /** Called with new facts after the commit. A crash in between skips the call. */
  readonly onNewFacts?: (facts: readonly Fact[]) => void;
  /** Called with the number of calls to partners that were dropped because the outbox was full. */
  readonly onRefusedCalls?: (count: number) => void;
};
