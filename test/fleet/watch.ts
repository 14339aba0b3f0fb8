import { SQL } from 'bun';
import type { Fleet } from './fleet.ts';

/** What is looked at all the time. */
export type Watch = {
  readonly lags: readonly Lag[];
  /** That Postgres has ended by refusing one of the transactions. */
  readonly deadlocks: () => number;
  /** A second and machine. */
  readonly transactionRates: () => readonly number[];
  readonly stop: () => Promise<void>;
};

/** How long the oldest entry of a machine's journals has waited for the database. */
export type Lag = { readonly atMs: number; readonly machine: string; readonly lagMs: number };

const EVERY_MS = 500;
const DATABASE_MS_MAX = 2;

export function startWatch({ machines, wires, postgres, databaseUrl }: Fleet): Watch {
  const lags: Lag[] = [];
  const startedMs = performance.now();
  const name = new URL(databaseUrl).pathname.slice(1);
  let stopped: Promise<void> | undefined;
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

  stopped = look();
  return {
    lags,
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
