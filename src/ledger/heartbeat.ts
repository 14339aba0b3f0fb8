import { CLOCK_SQL, type Database, type DatabaseKind, type Query } from '../lib/sql/database.ts';

export type Heartbeat = ReturnType<typeof createHeartbeat>;

type HeartbeatParts = {
  /** Unique for each start of a machine. */
  readonly machine: string;
  readonly nowMs: () => number;
  /** Told how far the clock of this machine is ahead of the database's at least: negative where it is behind. */
  readonly onClock: (aheadMs: number) => void;
  /** From the last heartbeat that the database had to the one that it has. undefined: it has none of this machine. */
  readonly onWentBack: (byMs: number | undefined) => void;
};

/** Rolls the transaction back in which it was noticed. */
export class DatabaseWentBack extends Error {
  constructor() {
    super('the database went back to an earlier state');
  }
}

/**
 * A machine whose clock differs by more does not sell and changes no budgets. Far more than clocks that are kept right by
 * the network differ, and far less than the minute by which a claim on a budget outlives a reservation.
 */
export const CLOCK_MS_MAX = 5000;

/** Rows of machines that were not heard of for this long are deleted. */
const KEPT_MS = 30 * 86_400_000;

/** This machine alone writes it, about once a second, and finds it again unless the database went back. */
export function createHeartbeat({ machine, nowMs, onClock, onWentBack }: HeartbeatParts) {
  let sentMs = 0;
  /** The last that is surely in the database. Later ones may be, where the answer was lost. */
  let confirmedMs: number | undefined;
  let wentBackMs = Number.NEGATIVE_INFINITY;

  return {
    /** When it was noticed last that the database went back. Before all times where it never did. */
    wentBackMs: () => wentBackMs,
    /** In the transaction of whoever must not write to a database that went back. Throws `DatabaseWentBack` then, once. */
    async beat(query: Query, kind: DatabaseKind) {
      const startMs = nowMs();
      // It grows, even where the clock was set back.
      const beatMs = Math.max(startMs, sentMs + 1);
      sentMs = beatMs;
      const [row] = await query(statementFor(kind), [machine, beatMs]);
      const clockMs = row?.clock_ms ?? undefined;
      const aheadMs = clockMs === undefined ? 0 : aheadOf(Number(clockMs), startMs, nowMs());
      if (clockMs !== undefined) onClock(aheadMs);
      const lastMs = confirmedMs;
      if (lastMs === undefined) {
        await query('delete from machines where beat_ms < cast($1 as bigint)', [
          Number(clockMs ?? startMs) - KEPT_MS,
        ]);
      } else if (row !== undefined && !(Number(row.before_ms) >= lastMs)) {
        confirmedMs = undefined;
        wentBackMs = nowMs();
        // A clock that is ahead is set back some time, and that must not be in the future then.
        if (aheadMs > CLOCK_MS_MAX) wentBackMs -= aheadMs;
        onWentBack(row.before_ms === null ? undefined : lastMs - Number(row.before_ms));
        throw new DatabaseWentBack();
      }
      return {
        /** Whether this clock agrees with the database's. Without that, it knows nothing of other machines' times. */
        isClockRight: Math.abs(aheadMs) <= CLOCK_MS_MAX,
        /** To be called once the transaction has committed. Without that, it may or may not be in the database. */
        confirm(): void {
          confirmedMs = beatMs;
        },
      };
    },
  };
}

/** Returns the value before. One that arrives late, after the next, changes nothing. */
function statementFor(kind: DatabaseKind): string {
  return `insert into machines as m (machine, beat_ms) values ($1, cast($2 as bigint))
    on conflict (machine) do update set before_ms = m.beat_ms, beat_ms = excluded.beat_ms
    where m.beat_ms < excluded.beat_ms
    returning before_ms, ${CLOCK_SQL[kind]} as clock_ms`;
}

/** The database looked at its clock at some time between the two. */
function aheadOf(clockMs: number, startMs: number, endMs: number): number {
  if (startMs > clockMs) return startMs - clockMs;
  return Math.min(0, endMs - clockMs);
}

/** undefined, with nothing done, where this machine's clock is wrong: it would take others for dead, and they it. */
export async function withHeartbeat<T>(
  { database, heartbeat }: { readonly database: Database; readonly heartbeat: Heartbeat },
  work: (query: Query) => Promise<T>,
): Promise<T | undefined> {
  const { beat, result } = await database.transaction(async (query) => {
    const beat = await heartbeat.beat(query, database.kind);
    return { beat, result: beat.isClockRight ? await work(query) : undefined };
  });
  beat.confirm();
  return result;
}
