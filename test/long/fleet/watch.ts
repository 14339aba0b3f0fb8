import { SQL } from 'bun';
import type { Fleet } from './fleet.ts';

/** What is looked at all the time. */
export type Watch = {
  readonly lags: readonly Lag[];
  readonly pauses: readonly Pause[];
  /** That Postgres has ended by refusing one of the transactions. */
  readonly deadlocks: () => number;
  /** A second and machine. */
  readonly transactionRates: () => readonly number[];
  readonly stop: () => Promise<void>;
};

/** How long the oldest entry of a machine's journals has waited for the database. */
export type Lag = { readonly atMs: number; readonly machine: string; readonly lagMs: number };

/** A time in which this process got no CPU. The machines, which share its cores, got little either. */
export type Pause = { readonly fromMs: number; readonly toMs: number };

const EVERY_MS = 500;
const PULSE_MS = 50;
/** A timer is later than this only where a process waits for a core. */
const LATE_MS_MIN = 100;
const DATABASE_MS_MAX = 2;

export function startWatch({ machines, wires, postgres, databaseUrl }: Fleet): Watch {
  const lags: Lag[] = [];
  const pauses: Pause[] = [];
  const startedMs = performance.now();
  const name = new URL(databaseUrl).pathname.slice(1);
  let stopped: Promise<unknown> | undefined;
  let isStopped = false;
  let deadlocks = 0;
  let last = 0;

  async function lookAtMachines(): Promise<void> {
    const looks = machines.map(async ({ name: machine, ledger }) => {
      const { oldestMs } = await ledger();
      lags.push({ atMs: Date.now(), machine, lagMs: oldestMs });
    });
    // One that is dead or hangs has nothing to say.
    await Promise.allSettled(looks);
  }

  async function lookAtDatabase(): Promise<void> {
    const sql = new SQL({ url: postgres.url, max: 1, connectionTimeout: DATABASE_MS_MAX });
    try {
      const rows = await sql`select deadlocks from pg_stat_database where datname = ${name}`;
      const now = Number(rows[0]?.deadlocks ?? 0);
      // A crash, and a database that is put in place of another, begin to count again.
      deadlocks += now < last ? now : now - last;
      last = now;
    } catch {
      // It is one of the parts that fail.
    } finally {
      await sql.close();
    }
  }

  async function look(): Promise<void> {
    while (!isStopped) {
      await Promise.all([lookAtMachines(), lookAtDatabase()]);
      await Bun.sleep(EVERY_MS);
    }
  }

  async function watchPauses(): Promise<void> {
    while (!isStopped) {
      const dueMs = performance.now() + PULSE_MS;
      await Bun.sleep(PULSE_MS);
      const lateMs = performance.now() - dueMs;
      const nowMs = Date.now();
      if (lateMs > LATE_MS_MIN) pauses.push({ fromMs: nowMs - lateMs, toMs: nowMs });
    }
  }

  stopped = Promise.all([look(), watchPauses()]);
  return {
    lags,
    pauses,
    deadlocks: () => deadlocks,
    transactionRates() {
      const seconds = (performance.now() - startedMs) / 1000;
      return wires.map(({ transactions }) => transactions() / seconds);
    },
    async stop() {
      isStopped = true;
      await stopped;
    },
  };
}
