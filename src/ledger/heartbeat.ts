import {
  CLOCK_SQL,
  type Database,
  type DatabaseKind,
  type Query,
  type Row,
} from '../lib/sql/database.ts';

export type Heartbeat = ReturnType<typeof createHeartbeat>;

type HeartbeatParts = {
  /** Unique for each start of a machine. */
  readonly machine: string;
  readonly nowMs: () => number;
  /** Ends this process, with a sentence. */
  readonly end: (reason: string) => void;
};

/**
 * A machine whose clock differs by more ends. Far more than clocks that are kept right by the network differ, and less than
 * the time by which a portion of a budget outlives its sales.
 */
const CLOCK_MS_MAX = 5000;

/** Rows of machines that were not heard of for this long are deleted. */
const KEPT_MS = 30 * 86_400_000;

/**
 * This machine alone writes its row, about once a second, and finds it again unless the database went back to a backup or
 * an older standby. Then, as with a wrong clock, the process ends, and its next start reads everything anew.
 */
export function createHeartbeat({ machine, nowMs, end }: HeartbeatParts) {
  let sentMs = 0;
  /** The last that is surely in the database. Later ones may be, where the answer was lost. */
  let confirmedMs: number | undefined;

  return {
    machine,
    /**
     * In the transaction of whoever must not write to a database that went back. Returns what to call once that has
     * committed: without it, the beat may or may not be in the database.
     */
    async beat(query: Query, kind: DatabaseKind): Promise<() => void> {
      const startMs = nowMs();
      // It grows, even where the clock was set back.
      const beatMs = Math.max(startMs, sentMs + 1);
      sentMs = beatMs;
      const [row] = await query(statementFor(kind), [machine, beatMs]);
      const clockMs = Number(row?.clock_ms ?? startMs);
      const fault =
        clockFault(aheadOf(clockMs, startMs, nowMs())) ?? (row && backFault(row, confirmedMs));
      if (fault !== undefined) {
        end(fault);
        throw new Error(fault);
      }
      if (confirmedMs === undefined) {
        await query('delete from machines where beat_ms < cast($1 as bigint)', [clockMs - KEPT_MS]);
      }
      return () => {
        confirmedMs = beatMs;
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

function clockFault(aheadMs: number): string | undefined {
  if (Math.abs(aheadMs) <= CLOCK_MS_MAX) return undefined;
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  return `the clock of this machine is ${seconds} seconds ${aheadMs > 0 ? 'ahead of' : 'behind'} the database's: set the one that is wrong`;
}

function backFault({ before_ms: foundMs }: Row, confirmedMs: number | undefined) {
  if (confirmedMs === undefined || Number(foundMs) >= confirmedMs) return undefined;
  if (foundMs === null) return 'the database went back to before the start of this machine';
  const seconds = Math.max(1, Math.round((confirmedMs - Number(foundMs)) / 1000));
  return `the database went back by ${seconds} seconds`;
}

/** A machine without a heartbeat for this long is taken for dead: nobody waits for what is in its journals. */
export const ALIVE_MS = 60_000;

/** Facts of before `drainedMs` that the machine received are in the ledger. undefined: it ends, and nobody waits for it. */
export async function recordDrained(
  query: Query,
  machine: string,
  drainedMs: number | undefined,
): Promise<void> {
  await query('update machines set drained_ms = cast($2 as bigint) where machine = $1', [
    machine,
    drainedMs ?? null,
  ]);
}

/** The machines that are alive: how many, and the time before which all facts that they received are in the ledger. */
type Living = { readonly machines: number; readonly drainedMs: number };

export async function readLiving(query: Query, nowMs: number): Promise<Living> {
  const [row] = await query(
    `select count(*) as machines, min(drained_ms) as drained_ms from machines
    where beat_ms > cast($1 as bigint) and drained_ms is not null`,
    [nowMs - ALIVE_MS],
  );
  return { machines: Number(row?.machines ?? 0), drainedMs: Number(row?.drained_ms ?? 0) };
}

export async function withHeartbeat<T>(
  { database, heartbeat }: { readonly database: Database; readonly heartbeat: Heartbeat },
  work: (query: Query) => Promise<T>,
): Promise<T> {
  const { confirm, result } = await database.transaction(async (query) => {
    const confirm = await heartbeat.beat(query, database.kind);
    return { confirm, result: await work(query) };
  });
  confirm();
  return result;
}
