import type { Scope } from '../../core/exchange/limiter.ts';
import { layout, type SharedMemory } from '../../lib/layout.ts';
import { highHalf, lowHalf, readWord, usedAt, writeWord } from '../../lib/word-halves.ts';
import { counterOf, WORDS_PER_BUCKET } from '../limits/window-table.ts';

/** Names of each scope that are leased in one window, in all machines together. */
export const LEASED_NAMES_MAX = 512;

/** So many that probes stay short. */
const BUCKETS = 4 * LEASED_NAMES_MAX;
const TABLE = BUCKETS * WORDS_PER_BUCKET;

/** Two windows are leased at once: this one and the next. */
const LOTS = layout({
  standing: 1,
  global: 2,
  evenPublishers: TABLE,
  oddPublishers: TABLE,
  evenIps: TABLE,
  oddIps: TABLE,
});

export const LOT_WORDS = LOTS.words;

export type LotMemory = ReturnType<typeof mapLots>;

/** The permits that this machine has taken from Redis. The supervisor writes them, and workers read them on each request. */
export function mapLots(memory: SharedMemory) {
  const parts = LOTS.map(memory);
  const table = (part: typeof parts.standing) => ({ ...part, buckets: BUCKETS });
  const tables = {
    publisher: [table(parts.evenPublishers), table(parts.oddPublishers)],
    ip: [table(parts.evenIps), table(parts.oddIps)],
  } as const;
  const tableAt = (scope: Exclude<Scope, 'global'>, window: number) =>
    tables[scope][window % 2 === 0 ? 0 : 1];

  /** undefined if the name is not leased in this window. */
  function permitsOf(scope: Scope, name: number, window: number): number | undefined {
    if (scope === 'global') {
      const { second, count } = readWord(parts.global, window % 2);
      return second === window ? count : undefined;
    }
    const table = tableAt(scope, window);
    const word = counterOf(table, name, window, 'none');
    return word === undefined ? undefined : usedAt(table, word, window);
  }

  return {
    permitsOf,
    /** The machines that share the limits, this one included; 0 until Redis was reached. */
    machines: () => Atomics.load(parts.standing.halves, lowHalf(0)),
    /** The last window for which this machine knows which names are leased. */
    validUntil: () => Atomics.load(parts.standing.halves, highHalf(0)),
    setStanding: (validUntil: number, machines: number) =>
      writeWord(parts.standing, 0, validUntil, machines),
    /** Leases the name in this window, if it is not yet, and gives it so many permits more. */
    add(scope: Scope, name: number, window: number, permits: number): void {
      const held = permits + (permitsOf(scope, name, window) ?? 0);
      if (scope === 'global') {
        writeWord(parts.global, window % 2, window, held);
        return;
      }
      const table = tableAt(scope, window);
      const word = counterOf(table, name, window, 'take-bucket');
      if (word !== undefined) writeWord(table, word, window, held);
    },
  };
}

/** Of a leased limit, the part that all machines have without asking: one in so many. */
const FREE_ONE_IN = 50;

/**
 * The requests of a leased limit that every machine may admit without having asked: a caller that reaches a machine for
 * the first time must not be refused. The rest of the limit is the pool in Redis.
 */
export function freePermits(limit: number, machines: number): number {
  return Math.max(1, Math.floor(limit / (FREE_ONE_IN * machines)));
}

/** What a machine admits of a limit that is not leased. */
export function shareOf(limit: number, machines: number): number {
  return Math.max(1, Math.floor(limit / machines));
}
