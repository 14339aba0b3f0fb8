import { openDatabase } from '../../../src/lib/sql/database.ts';
import { PATIENT_MS } from '../../patience.ts';
import type { Trouble } from './chaos.ts';
import { type Fleet, PER_SECOND } from './fleet.ts';
import { judgeBudget, judgeCalls, judgeCounts, judgeNotices } from './judge-ledger.ts';
import type { Failure, Load } from './load.ts';
import type { Rolled } from './rolling.ts';
import type { Lag, Pause, Watch } from './watch.ts';

/** One thing that was counted again, and the sentences about what is wrong with it. */
export type Finding = { readonly words: string; readonly faults: readonly string[] };

/** All that happened in a run. */
export type Happened = {
  readonly load: Load;
  readonly watch: Watch;
  readonly troubles: readonly Trouble[];
  readonly rolled: Rolled;
};

const AGAIN_MS = 500;

/** Waits until partners are told of everything, stops all machines, and counts everything again. */
export async function judge(fleet: Fleet, happened: Happened): Promise<readonly Finding[]> {
  const { load, watch, troubles, rolled } = happened;
  const database = await openDatabase({ kind: 'postgres', url: fleet.databaseUrl });
  try {
    const ofCalls = await oncePossible(() => judgeCalls(database, fleet.dsp.told, happened));
    // Drains what is left in the journals.
    await Promise.all(fleet.machines.map(({ stop }) => stop()));
    return [
      await judgeNotices(database, happened),
      await judgeCounts(database, happened),
      await judgeBudget(database),
      ofCalls,
      judgeDatabase(watch),
      judgeStalls(watch, troubles, rolled),
      judgeLimit(load, [...troubles, ...watch.pauses.map(asTrouble)], fleet.machines.length),
      judgeTroubles(troubles),
      judgeRolling(load.failures, rolled),
    ];
  } finally {
    await database.close();
  }
}

/** The last notices and calls may still be on their way. */
async function oncePossible(find: () => Promise<Finding>): Promise<Finding> {
  const giveUpMs = performance.now() + PATIENT_MS;
  let finding = await find();
  while (finding.faults.length > 0 && performance.now() < giveUpMs) {
    await Bun.sleep(AGAIN_MS);
    finding = await find();
  }
  return finding;
}

/**
 * Those of drain, budgets, outbox and store together, single statements included. They look a few times a second each;
 * with more than this, one of them no longer waits.
 */
const TRANSACTIONS_MAX = 20;

function judgeDatabase({ deadlocks, transactionRates }: Watch): Finding {
  const rates = transactionRates();
  const highest = Math.max(0, ...rates);
  return {
    words: `${deadlocks()} deadlocks; ${highest.toFixed(1)} transactions a second of a machine`,
    faults: [
      ...(deadlocks() === 0 ? [] : [`Postgres refused ${deadlocks()} transactions as deadlocks`]),
      ...(highest <= TRANSACTIONS_MAX ? [] : [`expected at most ${TRANSACTIONS_MAX} a second`]),
    ],
  };
}

/** The longest that a machine waits for one that stands still in the middle of a transaction, while it gets CPU. */
const STALL_MS_MAX = 10_000;
/** A machine that was hit itself catches up in this time. */
const CATCH_UP_MS = 10_000;

function judgeStalls(
  { lags, pauses }: Watch,
  troubles: readonly Trouble[],
  { fromMs: rolledMs }: Rolled,
): Finding {
  const isHit = ({ atMs, machine, lagMs }: Lag) =>
    atMs >= rolledMs ||
    troubles.some(
      ({ fromMs, toMs, stalls }) =>
        (stalls === 'all' || stalls.includes(machine)) &&
        atMs > fromMs &&
        atMs - lagMs < toMs + CATCH_UP_MS,
    );
  const longest = lags
    .filter((lag) => !isHit(lag))
    .map((lag) => ({ ...lag, lagMs: Math.round(lag.lagMs - pausedMs(lag, pauses)) }))
    .reduce<Lag | undefined>(
      (most, lag) => (lag.lagMs > (most?.lagMs ?? 0) ? lag : most),
      undefined,
    );
  const lagMs = longest?.lagMs ?? 0;
  const withoutCpuMs = Math.round(pauses.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0));
  const during = troubles
    .filter(({ fromMs, toMs }) => longest && longest.atMs > fromMs && longest.atMs - lagMs < toMs)
    .map(({ name }) => name);
  return {
    words: `the ledger of a machine that was not hit itself stood still for ${lagMs} ms at most; the test itself had no CPU for ${withoutCpuMs} ms in all`,
    faults:
      lagMs <= STALL_MS_MAX
        ? []
        : [`expected at most ${STALL_MS_MAX} ms; ${longest?.machine}: ${during.join(', ')}`],
  };
}

function pausedMs({ atMs, lagMs }: Lag, pauses: readonly Pause[]): number {
  const within = ({ fromMs, toMs }: Pause) => Math.min(toMs, atMs) - Math.max(fromMs, atMs - lagMs);
  return pauses.reduce((sum, pause) => sum + Math.max(0, within(pause)), 0);
}

type LimitTrouble = Pick<Trouble, 'name' | 'fromMs' | 'toMs'>;

/** A machine without CPU cannot ask Redis: it holds to its share, beside what others have leased. */
function asTrouble({ fromMs, toMs }: Pause): LimitTrouble {
  return { name: 'a pause of the test', fromMs, toMs };
}

/** After a trouble machines may need some seconds to share the limit again. */
const RECOVERY_MS = 8000;

function judgeLimit(
  { admitted }: Load,
  troubles: readonly LimitTrouble[],
  machines: number,
): Finding {
  // Every machine may hold to its share on its own, and one that was restarted counts again.
  const troubledMax = 2 * PER_SECOND + Math.ceil(PER_SECOND / machines);
  const faults = [...admitted].flatMap(([second, count]) => {
    const [fromMs, toMs] = [second * 1000 - RECOVERY_MS, (second + 1) * 1000];
    const near = troubles.filter((trouble) => trouble.fromMs < toMs && trouble.toMs > fromMs);
    const max = near.length > 0 ? troubledMax : PER_SECOND;
    if (count <= max) return [];
    const when = near.map(
      (trouble) =>
        `${trouble.name} from ${second * 1000 - trouble.fromMs} to ${second * 1000 - trouble.toMs} ms before`,
    );
    return [`${count} requests were admitted in a second instead of ${max}: ${when.join(', ')}`];
  });
  const highest = Math.max(0, ...admitted.values());
  return {
    words: `${admitted.size} windows of a limit of ${PER_SECOND}: at most ${highest} were admitted`,
    faults,
  };
}

function judgeTroubles(troubles: readonly Trouble[]): Finding {
  const faults = troubles.flatMap(({ name, faults: own = [] }) =>
    own.map((fault) => `${name}: ${fault}`),
  );
  return { words: `${troubles.length} failures, and each was noticed where it had to be`, faults };
}

function judgeRolling(failures: readonly Failure[], { fromMs, faults }: Rolled): Finding {
  const failed = failures.filter(({ atMs }) => atMs >= fromMs);
  return {
    words: `${failed.length} requests failed while all machines were replaced by a newer version`,
    faults: [...faults, ...failed.map(({ words }) => words)],
  };
}
