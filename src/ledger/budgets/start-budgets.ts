import { inTime } from '../../lib/in-time.ts';
import type { SharedMemory } from '../../lib/layout.ts';
import type { Log } from '../../lib/log.ts';
import { repeat } from '../../lib/repeat.ts';
import { createSerial, type Database } from '../../lib/sql/database.ts';
import { createFaultLog } from '../fault-log.ts';
import type { Heartbeat } from '../heartbeat.ts';
import { type Account, isBudgeted } from './account.ts';
import { type CampaignStatus, campaignStatuses, createRecentTrials } from './campaign-status.ts';
import { createSellerPortions } from './portion-memory.ts';
import { type Assigned, createSeller, type Seller } from './seller.ts';
import { createTraffic } from './traffic.ts';

/** `others-behind`: a machine of the fleet has not drained its journals for minutes. */
type BudgetHalt = 'not-checked' | 'others-behind';

export type Budgets = ReturnType<typeof startBudgets>;

type DrainedDatabase = Database & {
  /** All facts that this machine's journals had before are in the database. undefined before the first drain. */
  readonly caughtUpMs: () => number | undefined;
};

type BudgetsParts = {
  /** The portions of this machine, a row for each campaign. */
  readonly memory: SharedMemory;
  readonly rows: number;
  /** undefined while the database cannot be reached. */
  readonly database: () => DrainedDatabase | undefined;
  readonly heartbeat: Heartbeat;
  readonly nowMs: () => number;
  readonly log: Log;
};

const TICK_MS = 1000;
/** How often the supervisor looks whether portions cannot wait for the next tick. Most looks read one word of memory. */
const REFILL_MS = 100;
const STOP_MS_MAX = 5000;
/** A tick that fails is repeated every second. */
const FAILING_MS_MAX = 3000;
/** A tick waits for the traffic of the last days for this long, which is read on beside it then. */
const TRAFFIC_MS_MAX = 3000;

/** Nothing is known to be drained. */
const NEVER_MS = 0;

/** Claims portions of budgets for this machine to sell, and says why campaigns serve or do not. */
export function startBudgets(parts: BudgetsParts) {
  const { nowMs, log } = parts;
  const faults = createFaultLog(log, 'budgets cannot be checked', 'budgets are checked again');
  const trafficFaults = createFaultLog(
    log,
    'budgets are paced without the traffic of the last days',
  );
  // A seller takes one call at a time.
  const serially = createSerial();
  const run = (task: () => Promise<void>) => serially(task).catch(faults.failed);
  const portions = createSellerPortions(parts.memory, parts.heartbeat.machine, parts.rows);
  const recent = createRecentTrials(portions, nowMs());
  /** By row. */
  const accounts = new Map<number, Account>();
  /** Created once the database can be reached. */
  let seller: Seller | undefined;
  const traffic = createTraffic();

  async function tick(): Promise<void> {
    recent.advance(nowMs());
    const database = parts.database();
    if (database === undefined) return;
    const reading = traffic.refresh(database.query, nowMs());
    const known = reading?.then(trafficFaults.recovered, trafficFaults.failed);
    if (known !== undefined) await inTime(known, TRAFFIC_MS_MAX, undefined);
    seller ??= createSeller({
      database,
      assigned: [...accounts].map(([index, account]) => ({ index, account })),
      portions,
      heartbeat: parts.heartbeat,
      startMs: nowMs(),
      shareOf: traffic.shareOf,
    });
    await seller.tick(nowMs(), database.caughtUpMs() ?? NEVER_MS);
    faults.recovered();
  }

  async function refill(): Promise<void> {
    if (parts.database() !== undefined) await seller?.refill(nowMs());
  }

  const stopTicking = repeat(() => run(tick).then(() => TICK_MS));
  const stopRefilling = repeat(() => run(refill).then(() => REFILL_MS));

  return {
    /** Gives campaigns their rows, or changes those that have them. */
    assign(assignments: readonly Assigned[]): void {
      for (const { index, account } of assignments) accounts.set(index, account);
      seller?.assign(assignments);
    },
    /** By row: of all campaigns, or of the rows that are wanted. */
    async statuses(wanted?: readonly number[]): Promise<ReadonlyMap<number, CampaignStatus>> {
      const unreachable = () => Promise.reject(new Error('the database cannot be reached'));
      const query = parts.database()?.query ?? unreachable;
      const now = { ms: nowMs(), shareOf: traffic.shareOf };
      return campaignStatuses(query, accounts, { portions, recent }, now, wanted);
    },
    /** Why they cannot be checked, after some seconds; undefined while they can. */
    fault: () => faults.reason(FAILING_MS_MAX),
    /** Whether campaigns with a budget are not sold, or not all that they could, and why. */
    halt(): BudgetHalt | undefined {
      if (!accounts.values().some(isBudgeted)) return undefined;
      if (!portions.isChecked(nowMs())) return 'not-checked';
      return seller?.isHeldByOthers() === true ? 'others-behind' : undefined;
    },
    async stop(): Promise<void> {
      const stopped = Promise.all([stopTicking(), stopRefilling()]);
      const closing = stopped.then(() => run(async () => seller?.close()));
      await inTime(closing, STOP_MS_MAX, undefined);
    },
  };
}
