import type { Database, Query } from '../database.ts';
import {
  type Account,
  type Amount,
  dayOf,
  isLimited,
  keyOf,
  limitOf,
  minuteOf,
} from './account.ts';
import {
  changeClaim,
  type Outcome,
  openRows,
  releaseDeadClaims,
  renew,
  takeOutcomes,
} from './claim-statements.ts';
import { coverOutcomes, type Ending } from './cover-outcomes.ts';
import { planClaim, wantedNext } from './plan-claim.ts';
import { expiredMinute, type PurseKeeping } from './purse-keeping.ts';
import { PURSE_IMPRESSIONS_MAX, PURSE_MICROS_MAX, RING_MINUTES } from './purses.ts';
import { boundsOf, type OwnRow, readRows, roomOf } from './rows.ts';

/** Keeps the purses of a machine filled, within the budgets of the ledger. */
export type BudgetKeeper = {
  /**
   * To be called about once a second, and not before the last call has ended. Rejects where the ledger
   * cannot be reached; the next call mends what was left undone.
   */
  readonly tick: (nowMs: number) => Promise<void>;
  /** Lets nobody reserve any more and gives back what nobody has reserved. */
  readonly close: (nowMs: number) => Promise<void>;
};

export type KeeperOptions = {
  readonly database: Database;
  readonly accounts: readonly Account[];
  readonly keeping: PurseKeeping;
  /** Of this keeper alone: another, even on the same machine, has an id of its own. */
  readonly machineId: string;
  /** What its sales carry. */
  readonly machineTag: number;
  readonly startMs: number;
};

/** Campaigns looked at in one tick; those that need something come first. */
const CAMPAIGNS_PER_TICK_MAX = 500;

/** A purse holds at least so many impressions. */
const IMPRESSIONS_LEAST = 3;

type Both = { micros: number; impressions: number };

const KINDS = ['micros', 'impressions'] as const;

type Purse = {
  readonly place: number;
  readonly key: string;
  readonly account: Account;
  /** Taken out of reservations or out of the purse, and neither put back nor given back yet. */
  readonly hand: Both;
  readonly wanted: Both;
  /** What was available when it was last filled. */
  readonly filled: Both;
};

type Step = {
  readonly purse: Purse;
  readonly endings: readonly Ending[];
  /** What goes back to the ledger out of the hand, and what comes from it. */
  readonly removed: Both;
  readonly grown: Both;
};

export function createBudgetKeeper(options: KeeperOptions): BudgetKeeper {
  const { database, accounts, keeping, machineId, machineTag } = options;
  const purses = [...accounts.entries()]
    .filter(([, { budget }]) => budget !== undefined)
    .map(([place, account]) => createPurse(place, account))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  let expiredThrough = expiredMinute(options.startMs);
  let lastMs = options.startMs;
  let isOpen = false;
  let cursor = 0;

  function expire(nowMs: number): void {
    const until = expiredMinute(nowMs);
    const from = Math.max(expiredThrough + 1, until - RING_MINUTES + 1);
    for (let minute = from; minute <= until; minute++) {
      for (const { place, hand } of purses) add(hand, keeping.takeMinute(place, minute));
    }
    expiredThrough = Math.max(expiredThrough, until);
  }

  function isNeedy({ place, hand, wanted }: Purse): boolean {
    const { available } = keeping.lookAt(place);
    return KINDS.some(
      (kind) =>
        hand[kind] !== 0 || available[kind] < wanted[kind] || available[kind] > 2 * wanted[kind],
    );
  }

  /** In the order of their keys, in which all machines lock them. */
  function choose(outcomes: ReadonlyMap<string, readonly Outcome[]>): readonly Purse[] {
    const inTurn = [...purses.slice(cursor), ...purses.slice(0, cursor)];
    const needy = inTurn.filter(isNeedy);
    const chosen = new Set(
      [...needy, ...(needy.length < CAMPAIGNS_PER_TICK_MAX ? inTurn : [])].slice(
        0,
        // The needy stand among the others again.
        CAMPAIGNS_PER_TICK_MAX + Math.min(needy.length, CAMPAIGNS_PER_TICK_MAX),
      ),
    );
    if (purses.length > 0) cursor = (cursor + CAMPAIGNS_PER_TICK_MAX) % purses.length;
    return purses.filter((purse) => chosen.has(purse) || outcomes.has(purse.key));
  }

  /** What one purse should give or get. What it should give is in the hand afterwards. */
  function plan(purse: Purse, row: OwnRow, now: Now, endings: readonly Ending[]) {
    const { place, account, hand, wanted } = purse;
    const { available, reserved } = keeping.lookAt(place);
    const bounds = boundsOf(account, row, now.ms);
    const removed = none();
    const grown = none();
    const delta = none();
    for (const kind of KINDS) {
      wanted[kind] = now.isClosing ? 0 : want(purse, kind, available[kind], reserved[kind], now);
      const billed = endings.reduce((sum, ending) => sum + ending.billed[kind], 0);
      const spendable = available[kind] + hand[kind];
      const standing = { spendable, reserved: reserved[kind] - billed, claimed: row.own[kind] };
      const room = roomOf(bounds[kind], row, kind);
      const claim = planClaim({
        ...standing,
        wanted: wanted[kind],
        room: room.byNow,
        roomToday: room.today,
        unit: kind === 'micros' ? account.unitMicros : 1,
      });
      const held = spendable + standing.reserved;
      const tooMuch = Math.max(0, held - claim);
      if (tooMuch > hand[kind]) {
        const most = { ...none(), [kind]: tooMuch - hand[kind] };
        add(hand, keeping.take(place, most));
      }
      removed[kind] = Math.max(0, Math.min(tooMuch, hand[kind]));
      grown[kind] = Math.max(0, claim - held);
      const after = held - removed[kind] + grown[kind];
      delta[kind] =
        (claim > row.own[kind] ? after : Math.min(after, row.own[kind])) - row.own[kind];
    }
    return { bounds, delta, removed, grown };
  }

  async function transact(query: Query, now: Now): Promise<readonly Step[]> {
    await renew(query, machineId, now.ms);
    if (!isOpen) {
      await openRows(
        query,
        purses.map(({ key }) => key),
      );
    }
    const outcomes = Map.groupBy(await takeOutcomes(query, machineTag), ({ key }) => key);
    const chosen = now.isClosing ? purses : choose(outcomes);
    const keys = chosen.map(({ key }) => key);
    const rows = await readRows(query, { keys, machine: machineId, day: now.day });
    const steps: Step[] = [];
    for (const purse of chosen) {
      const row = rows.get(purse.key);
      if (row === undefined) continue;
      const endings = coverOutcomes(
        (outcomes.get(purse.key) ?? []).filter(({ minute }) => isKept(minute, now.ms)),
        (minute) => keeping.reservedIn(purse.place, minute),
      );
      const { bounds, delta, removed, grown } = plan(purse, row, now, endings);
      const isDone =
        (delta.micros === 0 && delta.impressions === 0) ||
        (await changeClaim(query, {
          key: purse.key,
          machine: machineId,
          day: now.day,
          delta,
          bounds,
        }));
      steps.push({ purse, endings, removed, grown: isDone ? grown : none() });
    }
    return steps;
  }

  /** Whether reservations of this minute are still in the purses. */
  function isKept(minute: number, nowMs: number): boolean {
    return minute > expiredThrough && minute <= minuteOf(nowMs) + 1;
  }

  function finish({ purse, endings, removed, grown }: Step): void {
    const { place, hand, filled } = purse;
    for (const { minute, billed, lost } of endings) {
      keeping.unreserve(place, minute, billed);
      keeping.unreserve(place, minute, lost);
      add(hand, lost);
    }
    for (const kind of KINDS) hand[kind] += grown[kind] - removed[kind];
    keeping.put(place, hand);
    Object.assign(hand, none());
    Object.assign(filled, keeping.lookAt(place).available);
  }

  async function run(now: Now): Promise<void> {
    expire(now.ms);
    // Nothing needs to be held for a minute that no reservation is kept of.
    const minuteMin = expiredMinute(now.ms) - RING_MINUTES;
    await database.transaction((query) => releaseDeadClaims(query, { minuteMin, nowMs: now.ms }));
    const steps = await database.transaction((query) => transact(query, now));
    isOpen = true;
    lastMs = now.ms;
    for (const step of steps) finish(step);
  }

  return {
    async tick(nowMs) {
      await run(nowOf(nowMs, nowMs - lastMs, false));
      keeping.lease(nowMs);
    },
    async close(nowMs) {
      keeping.endLease();
      await run(nowOf(nowMs, nowMs - lastMs, true));
    },
  };
}

type Now = {
  readonly ms: number;
  readonly day: number;
  readonly elapsedMs: number;
  readonly isClosing: boolean;
};

function nowOf(ms: number, elapsedMs: number, isClosing: boolean): Now {
  return { ms, day: dayOf(ms), elapsedMs, isClosing };
}

function none(): Both {
  return { micros: 0, impressions: 0 };
}

function add(to: Both, amount: Amount): void {
  for (const kind of KINDS) to[kind] += amount[kind];
}

function createPurse(place: number, account: Account): Purse {
  const least = {
    micros: leastOf(account, 'micros'),
    impressions: leastOf(account, 'impressions'),
  };
  return { place, key: keyOf(account), account, hand: none(), wanted: least, filled: none() };
}

/** The least that a purse holds; nothing of what is not limited. */
function leastOf(account: Account, kind: keyof Amount): number {
  if (!isLimited(limitOf(account, kind))) return 0;
  return IMPRESSIONS_LEAST * (kind === 'micros' ? account.unitMicrosMax : 1);
}

function want(
  { account, wanted, filled }: Purse,
  kind: keyof Amount,
  available: number,
  reserved: number,
  now: Now,
): number {
  const least = leastOf(account, kind);
  const isRunning = now.ms >= account.startMs && now.ms < account.endMs;
  if (least === 0 || !isRunning) return 0;
  const purseMax = kind === 'micros' ? PURSE_MICROS_MAX : PURSE_IMPRESSIONS_MAX;
  return wantedNext({
    wanted: wanted[kind],
    used: Math.max(0, filled[kind] - available),
    elapsedMs: now.elapsedMs,
    isDry: available < least,
    least,
    most: Math.max(0, purseMax - reserved),
  });
}
