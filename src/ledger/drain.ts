import { repeat } from '../lib/repeat.ts';
import type { Database, Query } from '../lib/sql/database.ts';
import { NO_ACCOUNTS } from './budgets/account.ts';
import type { UsdRates } from './day-rates.ts';
import {
  createJournalDrain,
  type DrainCounts,
  type JournalDrainOptions,
  reportNew,
} from './drain-journals.ts';
import { createFaultLog } from './fault-log.ts';
import { createNamedValues } from './named-values.ts';
import { createUpkeep } from './upkeep.ts';
import { settleDueConversions } from './write-look.ts';

export type Drain = ReturnType<typeof createDrain>;

export type Lag = DrainCounts & {
  /** An upper bound of the age of the oldest byte that is not drained. */
  readonly oldestMs: number;
  /** Why the database cannot be used; undefined while it can. */
  readonly reason: string | undefined;
  readonly isDatabaseUp: boolean;
};

export type DrainOptions = Omit<JournalDrainOptions, 'tickMs' | 'named'> & {
  /** Facts of older sales are dropped. undefined: none are. */
  readonly keepDays?: number | undefined;
  /** USD per unit of other currencies, by the config. */
  readonly rates?: () => UsdRates;
  /** A monotonic clock, in milliseconds. */
  readonly tickMs?: () => number;
  /** Until it says true, for some seconds at most, nothing is drained: it would be charged without a limit. */
  readonly knowsCampaigns?: () => boolean;
};

/** With the outbox and the budgets, a machine makes at most ten transactions a second. */
const POLL_MS = 400;
const RETRY_MS_MAX = 5000;

/** After a start, for campaigns to be known, and how often it looks. A store that cannot be read must not fill the journals. */
const UNKNOWN_MS_MAX = 10_000;
const UNKNOWN_POLL_MS = 20;

/** A database counts as gone when it has left a question without an answer for this long. */
const ANSWER_MS_MAX = 3000;

/** After each failure in a row twice as long. */
function waitMsAfter(failures: number): number {
  return Math.min(POLL_MS * 2 ** Math.max(0, failures - 1), RETRY_MS_MAX);
}

/** Brings the entries of the workers' journals into the database, each of them once. */
export function createDrain(options: DrainOptions) {
  const { nowMs, log, tickMs = () => performance.now() } = options;
  const { database, silentMs } = watchAnswers(options.database, tickMs);
  const named = createNamedValues();
  const journals = createJournalDrain({ ...options, database, tickMs, named });
  const upkeep = createUpkeep({ ...options, attribute }, tickMs);
  const faults = createFaultLog(log, DRAIN_FAILED);
  let stopRepeating: (() => Promise<void>) | undefined;
  let drainedMs = nowMs();
  let failures = 0;
  const { knowsCampaigns = () => true } = options;
  const startedTickMs = tickMs();

  async function attribute(clockMs: number): Promise<boolean> {
    const { remotePartners, accountOf = NO_ACCOUNTS, searchPartners, onNewFacts } = options;
    const knowledge = {
      remotePartners: remotePartners(),
      accountOf,
      searchPartners: searchPartners?.(),
      named,
    };
    const { newEvents, isDone } = await settleDueConversions(options.database, clockMs, knowledge);
    reportNew({ newEvents, charges: [] }, onNewFacts, log);
    return isDone;
  }

  async function drain(): Promise<void> {
    const startedMs = nowMs();
    await journals.drain();
    drainedMs = startedMs;
  }

  /** Resolves to how long to wait for the next one. */
  async function attempt(): Promise<number> {
    if (!knowsCampaigns() && tickMs() - startedTickMs < UNKNOWN_MS_MAX) return UNKNOWN_POLL_MS;
    try {
      await drain();
      void upkeep.run();
      if (failures > 0) log.info({ failures }, 'the journals are drained again');
      failures = 0;
      faults.recovered();
    } catch (error) {
      failures++;
      faults.failed(error);
    }
    return waitMsAfter(failures);
  }

  return {
    start(): void {
      stopRepeating ??= repeat(attempt);
    },
    /** Drains once more, if the database answers, and ends. */
    async stop(): Promise<void> {
      await stopRepeating?.();
      await attempt();
      await upkeep.ended();
    },
    /** Drains everything that is in the journals now, and deletes what is old. Rejects where the drain fails. */
    drainOnce: () => drain().then(upkeep.run),
    lag(): Lag {
      const counts = journals.counts();
      const ms = silentMs();
      const reason = faults.reason() ?? (ms > ANSWER_MS_MAX ? silentWords(ms) : undefined);
      const oldestMs = counts.bytes === 0 ? 0 : nowMs() - drainedMs;
      return { ...counts, oldestMs, reason, isDatabaseUp: reason === undefined };
    },
    caughtUpMs: journals.caughtUpMs,
  };
}

const DRAIN_FAILED = 'the journals cannot be drained: their entries stay on disk until they can';

export function silentWords(ms: number): string {
  return `it has not answered for ${Math.floor(ms / 1000)} seconds`;
}

/** A database, and how long it has left a question without an answer. */
function watchAnswers(database: Database, tickMs: () => number) {
  let asked = 0;
  let sinceMs = 0;
  const waiting = async <T>(answer: () => Promise<T>): Promise<T> => {
    if (asked++ === 0) sinceMs = tickMs();
    try {
      return await answer();
    } finally {
      asked--;
      sinceMs = tickMs();
    }
  };
  const watched =
    (query: Query): Query =>
    (text, values) =>
      waiting(() => query(text, values));
  const watchedDatabase: Database = {
    ...database,
    query: watched(database.query),
    transaction: (work) => waiting(() => database.transaction((query) => work(watched(query)))),
  };
  return { database: watchedDatabase, silentMs: () => (asked === 0 ? 0 : tickMs() - sinceMs) };
}
