import { dayOf } from '../../lib/day.ts';
import type { Database, Query } from '../database.ts';
import { type Account, minuteOf } from './account.ts';
import {
  CLAIM_MS,
  changeClaim,
  mendDays,
  type Outcome,
  openRows,
  releaseDeadClaims,
  renew,
  type Sign,
  settledBefore,
  takeOutcomes,
} from './claim-statements.ts';
import { coverOutcomes, type Ending } from './cover-outcomes.ts';
import { planClaim } from './plan-claim.ts';
import { expiredMinute, type PurseKeeping } from './purse-keeping.ts';
import { add, type Both, createPurse, KINDS, none, type Purse, want } from './purse-state.ts';
import { LEASE_MS, RING_MINUTES } from './purses.ts';
import { boundsOf, type OwnRow, readRows, roomOf } from './rows.ts';

/** Keeps the purses of a machine filled, within the budgets of the ledger. */
export type BudgetKeeper = {
  /**
   * To be called about once a second, and not before the last call has ended. Rejects where the ledger
   * cannot be reached; the next call mends what was left undone. What this machine's journals held before
   * `caughtUpMs` is in the ledger.
   */
  readonly tick: (nowMs: number, caughtUpMs: number) => Promise<void>;
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

/**
 * How far all machines together may be behind before nothing is reserved any more. One that has died counts
 * as behind until its claims are lost, and the others go on meanwhile.
 */
const BEHIND_MS_MAX = CLAIM_MS + 60_000;

/** Said by a keeper that leaves: nobody waits for it. Who comes next there speaks for the journals. */
const LEFT_MS = 9e15;

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

  /**
   * Bills of what was sold may lie in the journals of any machine: what nobody has brought into the ledger
   * yet expires nothing.
   */
  function expire(nowMs: number, settledMs: number): void {
    const until = expiredMinute(Math.min(nowMs, settledMs));
    // A clock that was ahead for a while must not hold up what follows.
    expiredThrough = Math.min(expiredThrough, expiredMinute(nowMs));
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
    await renew(query, signOf(now));
    if (!isOpen) {
      await openRows(
        query,
        purses.map(({ key }) => key),
      );
    }
    const outcomes = Map.groupBy(await takeOutcomes(query, machineTag), ({ key }) => key);
    const chosen = now.isClosing ? purses : choose(outcomes);
    const keys = chosen.map(({ key }) => key);
    const asked = { keys, machine: machineId, day: now.day };
    let rows = await readRows(query, asked);
    if ([...rows.values()].some(({ day }) => day > now.day + 1)) {
      await mendDays(query, now.day);
      rows = await readRows(query, asked);
    }
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

  function signOf({ ms, caughtUpMs }: Now): Sign {
    return { machine: machineId, nowMs: ms, caughtUpMs };
  }

  /** Ends what is over. Resolves to how far all machines have caught up. */
  async function sweep(now: Now): Promise<number> {
    await renew(database.query, signOf(now));
    const settledMs = await settledBefore(database.query, now.ms);
    expire(now.ms, settledMs);
    const deadMs = Math.min(now.ms, settledMs);
    // Nothing needs to be held for a minute that no reservation is kept of.
    const minuteMin = expiredMinute(deadMs) - RING_MINUTES;
    await database.transaction((query) => releaseDeadClaims(query, { minuteMin, deadMs }));
    return settledMs;
  }

  async function run(now: Now): Promise<void> {
    const steps = await database.transaction((query) => transact(query, now));
    isOpen = true;
    lastMs = now.ms;
    for (const step of steps) finish(step);
  }

  return {
    async tick(nowMs, caughtUpMs) {
      const now = nowOf({ ms: nowMs, caughtUpMs, lastMs, isClosing: false });
      const settledMs = await sweep(now);
      await run(now);
      const isBehind = nowMs - caughtUpMs > LEASE_MS || nowMs - settledMs > BEHIND_MS_MAX;
      if (!isBehind) keeping.lease(nowMs);
    },
    async close(nowMs) {
      keeping.endLease();
      await run(nowOf({ ms: nowMs, caughtUpMs: LEFT_MS, lastMs, isClosing: true }));
    },
  };
}

type Now = {
  readonly ms: number;
  readonly caughtUpMs: number;
  readonly lastMs: number;
  readonly isClosing: boolean;
  readonly day: number;
  readonly elapsedMs: number;
};

function nowOf(now: Omit<Now, 'day' | 'elapsedMs'>): Now {
  return { ...now, day: dayOf(now.ms), elapsedMs: now.ms - now.lastMs };
}
