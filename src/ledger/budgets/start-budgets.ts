import { inTime } from '../../lib/in-time.ts';
import type { Log } from '../../lib/log.ts';
import { createSerial, type Database } from '../../lib/sql/database.ts';
import { silentWords } from '../drain.ts';
import { createFaultLog } from '../fault-log.ts';
import type { Heartbeat } from '../heartbeat.ts';
import { type Account, isBudgeted, keyOf } from './account.ts';
import { type CampaignStatus, campaignStatuses } from './campaign-status.ts';
import { createSellerPortions, type PortionMemory, type SellerPortions } from './portion-memory.ts';
import { createRecentTrials, type RecentTrials } from './recent-trials.ts';
import { type Assigned, createSeller, type Seller } from './seller.ts';
import { createTraffic } from './traffic.ts';

/** The campaigns of one config, the memory of their portions, and the spare rows in it. */
export type BudgetSetup = {
  readonly accounts: readonly Account[];
  readonly memory: PortionMemory;
  readonly spare?: number;
};

/** `others-behind`: a machine of the fleet has not drained its journals for minutes. */
type BudgetHalt = 'not-checked' | 'others-behind';

export type Budgets = ReturnType<typeof startBudgets>;

type DrainedDatabase = Database & {
  /** All facts that this machine's journals had before are in the database. undefined before the first drain. */
  readonly caughtUpMs: () => number | undefined;
};

type BudgetsParts = {
  /** undefined while the database cannot be reached. */
  readonly database: () => DrainedDatabase | undefined;
  readonly heartbeat: Heartbeat;
  readonly newId: () => string;
  readonly nowMs: () => number;
  readonly log: Log;
};

const TICK_MS = 1000;
/** How often the supervisor looks whether portions cannot wait for the next tick. Most looks read one word of memory. */
const REFILL_MS = 100;
/** How often the first tick checks whether the first drain is done. */
const FIRST_DRAIN_POLL_MS = 20;
const STOP_MS_MAX = 5000;
/** Campaigns that are remembered after setups have lost them. */
const REMOVED_MAX = 10_000;
/** A tick waits for the traffic of the last days for this long, which is read on beside it then. */
const TRAFFIC_MS_MAX = 3000;

/** Nothing is known to be drained. */
const NEVER_MS = 0;

/** The seller is created once the database can be reached. */
type Current = {
  readonly accounts: Account[];
  readonly byKey: Map<string, Account>;
  readonly portions: SellerPortions;
  readonly recent: RecentTrials;
  /** Of the seller: portions are claimed in its name. */
  readonly id: string;
  seller?: Seller;
};

/** Claims portions of budgets for this machine to sell, and says why campaigns serve or do not. */
export function startBudgets(parts: BudgetsParts) {
  const { nowMs, log } = parts;
  const faults = createFaultLog(log, 'budgets cannot be checked', 'budgets are checked again');
  const watch = createTickWatch(faults.reason);
  const trafficFaults = createFaultLog(
    log,
    'budgets are paced without the traffic of the last days',
  );
  // A seller takes one call at a time.
  const serially = createSerial();
  const run = (task: () => Promise<void>) => serially(task).catch(faults.failed);
  let current: Current | undefined;
  let ofSetup: readonly Account[] = [];
  const removed = new Map<string, Account>();
  const traffic = createTraffic();

  async function tick(): Promise<void> {
    current?.recent.advance(nowMs());
    const database = parts.database();
    const own = current;
    if (own === undefined || database === undefined) return;
    const { accounts, portions } = own;
    const reading = traffic.refresh(database.query, nowMs());
    const known = reading?.then(trafficFaults.recovered, trafficFaults.failed);
    if (known !== undefined) await inTime(known, TRAFFIC_MS_MAX, undefined);
    // A reload has come meanwhile: nobody would close a seller of the campaigns of before.
    if (current !== own) return;
    own.seller ??= createSeller({
      database,
      accounts,
      portions,
      machine: own.id,
      heartbeat: parts.heartbeat,
      startMs: nowMs(),
      shareOf: traffic.shareOf,
    });
    await own.seller.tick(nowMs(), database.caughtUpMs() ?? NEVER_MS);
    watch.checked();
    faults.recovered();
  }

  async function refill(): Promise<void> {
    if (parts.database() !== undefined) await current?.seller?.refill(nowMs());
  }

  /** Bills of before the start are charged first. */
  async function firstTick(): Promise<void> {
    for (let waitedMs = 0; waitedMs < TICK_MS; waitedMs += FIRST_DRAIN_POLL_MS) {
      if (parts.database()?.caughtUpMs() !== undefined) break;
      await Bun.sleep(FIRST_DRAIN_POLL_MS);
    }
    await tick();
  }

  /** The last seller returns what it has not sold in the background. */
  function replaceWith(next: Current | undefined): Promise<void> {
    const last = current;
    current = next;
    return run(async () => last?.seller?.close());
  }

  const stopTicking = repeat(TICK_MS, () => run(tick));
  const stopRefilling = repeat(REFILL_MS, () => run(refill));

  return {
    /** Replaces the campaigns, at the start and at a reload. Does not wait for the database. */
    use({ accounts, memory, spare }: BudgetSetup): void {
      const id = parts.newId();
      const portions = createSellerPortions(accounts, memory, id, spare);
      const recent = createRecentTrials(portions, nowMs());
      const byKey = new Map(accounts.map((account) => [keyOf(account), account]));
      for (const account of ofSetup.filter((one) => !byKey.has(keyOf(one)))) {
        removed.set(keyOf(account), account);
      }
      for (const key of removed.keys()) if (removed.size > REMOVED_MAX) removed.delete(key);
      ofSetup = accounts;
      void replaceWith({ accounts: [...accounts], byKey, portions, recent, id });
      void run(firstTick);
    },
    /** Puts campaigns into spare rows of the last setup, or changes those that are there. */
    assign(assignments: readonly Assigned[]): void {
      if (current === undefined) return;
      for (const { index, account } of assignments) {
        current.accounts[index] = account;
        current.byKey.set(keyOf(account), account);
      }
      current.seller?.assign(assignments);
    },
    /** A campaign of the last setup, or one that was assigned since, by its key in the ledger. */
    accountOf: (key: string) => current?.byKey.get(key),
    /** A campaign that setups had since the start, as it was last: its clicks come for weeks, and its limits hold. */
    removedAccountOf: (key: string) => removed.get(key),
    /** Of all campaigns, in the order of their rows, or of the rows that are wanted. */
    async statuses(wanted?: readonly number[]): Promise<readonly CampaignStatus[]> {
      if (current === undefined) return [];
      const unreachable = () => Promise.reject(new Error('the database cannot be reached'));
      const query = parts.database()?.query ?? unreachable;
      const now = { ms: nowMs(), shareOf: traffic.shareOf };
      return campaignStatuses(query, current.accounts, current, now, wanted);
    },
    /** Why they cannot be checked, after some seconds; undefined while they can. */
    fault: watch.reason,
    /** Whether campaigns with a budget are not sold, or not all that they could, and why. */
    halt(): BudgetHalt | undefined {
      if (current === undefined || !current.accounts.some(isBudgeted)) return undefined;
      if (!current.portions.isChecked(nowMs())) return 'not-checked';
      return current.seller?.isHeldByOthers() === true ? 'others-behind' : undefined;
    },
    async stop(): Promise<void> {
      stopTicking();
      stopRefilling();
      await inTime(replaceWith(undefined), STOP_MS_MAX, undefined);
    },
  };
}

/** One that takes longer than the interval delays the next. */
function repeat(everyMs: number, task: () => Promise<void>): () => void {
  let isRunning = false;
  const timer = setInterval(async () => {
    if (isRunning) return;
    isRunning = true;
    await task().finally(() => {
      isRunning = false;
    });
  }, everyMs);
  return () => clearInterval(timer);
}

/** One that fails is repeated every second. */
const FAILING_MS_MAX = 3000;
/** Longer than a database may leave a question without an answer. */
const SILENT_MS_MAX = 12_000;

/**
 * Why budgets have not been checked for some time. They are checked every second, in a transaction that writes: on a
 * machine without traffic, nothing else notices that the database cannot be used.
 */
function createTickWatch(
  reason: () => string | undefined,
  tickMs: () => number = () => performance.now(),
) {
  let checkedMs = tickMs();
  return {
    checked(): void {
      checkedMs = tickMs();
    },
    reason(): string | undefined {
      const ms = tickMs() - checkedMs;
      const last = reason();
      if (last !== undefined) return ms > FAILING_MS_MAX ? last : undefined;
      return ms > SILENT_MS_MAX ? silentWords(ms) : undefined;
    },
  };
}
