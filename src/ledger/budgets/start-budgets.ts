import { inTime } from '../../lib/in-time.ts';
import type { Log } from '../../lib/log.ts';
import type { Database } from '../database.ts';
import type { Account } from './account.ts';
import { type BudgetKeeper, createBudgetKeeper } from './keeper.ts';
import { createPurseKeeping, type PurseKeeping } from './purse-keeping.ts';
import type { PursesMemory } from './purses.ts';
import { reportCampaigns } from './reports.ts';
import type { CampaignReport } from './why.ts';

/** The campaigns of a config and the memory their purses are in. */
export type Budgeting = { readonly accounts: readonly Account[]; readonly purses: PursesMemory };

/** Keeps the purses of this machine filled, and says why campaigns serve or do not. */
export type Budgets = {
  /** From now on these, instead of those before. Waits for no database. */
  readonly use: (budgeting: Budgeting) => Promise<void>;
  readonly report: () => Promise<readonly CampaignReport[]>;
  readonly stop: () => Promise<void>;
};

export type DrainedDatabase = Database & {
  /** What the journals of this machine held before is in it; undefined while nobody has looked. */
  readonly caughtUpMs: () => number | undefined;
};

export type BudgetsParts = {
  /** Undefined while it cannot be reached. */
  readonly database: () => DrainedDatabase | undefined;
  readonly machineTag: number;
  readonly newId: () => string;
  readonly nowMs: () => number;
  readonly log: Log;
};

const TICK_MS = 1000;
/** The first tick waits a little for the first drain, which is almost always done by then. */
const FIRST_LOOK_MS = 20;
const STOP_MS_MAX = 5000;
/** Nothing was drained yet, for all we know. */
const NEVER_MS = 0;

type Current = Budgeting & { readonly keeping: PurseKeeping; keeper?: BudgetKeeper };

export function startBudgets(parts: BudgetsParts): Budgets {
  const { machineTag, newId, nowMs, log } = parts;
  let current: Current | undefined;
  let isFailing = false;
  let turn = Promise.resolve();

  /** One after the other: a keeper is never asked for two things at once. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    turn = turn.then(work).catch((error: unknown) => {
      if (!isFailing) {
        log.error({ reason: (error as Error).message }, 'budgets cannot be checked');
      }
      isFailing = true;
    });
    return turn;
  }

  async function tick(): Promise<void> {
    const database = parts.database();
    if (current === undefined || database === undefined) return;
    const { accounts, keeping } = current;
    current.keeper ??= createBudgetKeeper({
      database,
      accounts,
      keeping,
      machineId: newId(),
      machineTag,
      startMs: nowMs(),
    });
    await current.keeper.tick(nowMs(), database.caughtUpMs() ?? NEVER_MS);
    if (isFailing) log.info({}, 'budgets are checked again');
    isFailing = false;
  }

  async function firstTick(): Promise<void> {
    for (let waitedMs = 0; waitedMs < TICK_MS; waitedMs += FIRST_LOOK_MS) {
      if (parts.database()?.caughtUpMs() !== undefined) break;
      await Bun.sleep(FIRST_LOOK_MS);
    }
    await tick();
  }

  /** Those of before go on until they are left, so that nobody has to wait for that. */
  function replaceWith(next: Current | undefined): Promise<void> {
    const last = current;
    current = next;
    return inTurn(async () => last?.keeper?.close(nowMs()));
  }

  let isWaiting = false;
  const timer = setInterval(async () => {
    if (isWaiting) return;
    isWaiting = true;
    await inTurn(tick);
    isWaiting = false;
  }, TICK_MS);

  return {
    async use(budgeting) {
      const keeping = createPurseKeeping(budgeting.accounts, budgeting.purses);
      void replaceWith({ ...budgeting, keeping });
      void inTurn(firstTick);
    },
    async report() {
      if (current === undefined) return [];
      const unreachable = () => Promise.reject(new Error('the database cannot be reached'));
      const query = parts.database()?.query ?? unreachable;
      return reportCampaigns(query, current.accounts, current.keeping, nowMs());
    },
    async stop() {
      clearInterval(timer);
      await inTime(replaceWith(undefined), STOP_MS_MAX, undefined);
    },
  };
}
