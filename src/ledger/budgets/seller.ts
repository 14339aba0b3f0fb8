import type { HoldCause } from '../../core/sale/hold-cause.ts';
import { localDayOf, localDaySpan } from '../../lib/local-day.ts';
import type { Database, Query } from '../../lib/sql/database.ts';
import {
  ALIVE_MS,
  type Heartbeat,
  readLiving,
  recordDrained,
  withHeartbeat,
} from '../heartbeat.ts';
import {
  type Account,
  type Amount,
  amountOf,
  type BudgetResource,
  isBudgeted,
  isLimited,
  keyOf,
  NOTHING,
  RESOURCES,
} from './account.ts';
import {
  type BudgetRow,
  type Closing,
  closePortions,
  createRows,
  endPortions,
  type Grant,
  grantPortions,
  lockRows,
  portionId,
  readLacking,
  readPortions,
  readRows,
  recordLack,
  renewPortions,
} from './budget-rows.ts';
import { type BothBounds, boundsOf, headroomOf, type TrafficShare } from './pacing.ts';
import { numberAfter, PORTION_MAX, SELL_MS, type SellerPortions } from './portion-memory.ts';

/** A campaign, and its row. */
export type Assigned = { readonly index: number; readonly account: Account };

export type Seller = ReturnType<typeof createSeller>;

type SellerParts = {
  readonly database: Database;
  readonly assigned: readonly Assigned[];
  readonly portions: SellerPortions;
  readonly heartbeat: Heartbeat;
  readonly startMs: number;
  readonly shareOf: TrafficShare;
};

/** Before its end by this much, a portion is closed or renewed. */
const RENEW_MS = 15_000;
/** Nobody asked for this long: what is left may be needed elsewhere. */
const IDLE_MS = 3000;
/** For how long a machine asks others for what they do not need. */
const LACK_MS = 5000;
/** Of one transaction. The next look has more. */
const BATCH_MAX = 500;
const RENEWALS_MAX = 2000;
/** Without a heartbeat for this long, the database was away. */
const GAP_MS = 10_000;
/** Where there was not enough. Each time twice as long, unless others have some of it. */
const RETRY_MS = 500;
const RETRY_MS_MAX = 5000;
/** Portions wait for a machine that is further behind: longer than they last. */
const BEHIND_MS_MAX = 420_000;

/** A portion has an eighth of the machine's share of what is left, up to the price of this many impressions … */
const IMPRESSIONS_AMPLE = 128;
/** … and beyond them this part: what a machine holds when it is killed waits for minutes. */
const SHARE_PARTS_AMPLE = 32;
/** So that the end of a budget is sold within a second. */
const IMPRESSIONS_MIN = 4;

/** In impressions. There is one share more than machines, for the next that comes. */
function portionSize(rest: number, machines: number): number {
  const share = rest / (machines + 1);
  const ample = Math.max(IMPRESSIONS_AMPLE, share / SHARE_PARTS_AMPLE);
  return Math.floor(Math.min(rest, Math.max(IMPRESSIONS_MIN, Math.min(share / 8, ample))));
}

type Held = {
  readonly campaign: number;
  readonly key: string;
  account: Account;
  /** Of its portion, or behind that of the last one. */
  number: number;
  granted: Amount;
  /** 0 where it has no portion. */
  sellUntilMs: number;
  /** Where less is left, it is filled up. */
  low: Amount;
  nextTryMs: number;
  retryMs: number;
  /** The ledger was asked, and the answer has not come: it may hold more for the portion than is known here. */
  isDoubtful: boolean;
  /** The campaign has changed: the portion is of before. */
  isStale: boolean;
};

/** What a portion is granted; nothing of either resource where the budget has no room, or it needs no more. */
type Plan = {
  readonly held: Held;
  readonly isGranted: boolean;
  readonly grant: Amount;
  /** All that it was granted then. */
  readonly granted: Amount;
  /** What of that is new in the ledger. */
  readonly delta: Amount;
  /** What was left before. */
  readonly left: Amount;
  /** Whether not even an impression is left. */
  readonly isLacking: boolean;
  /** Whether what is missing may come back: portions hold some of it. */
  readonly hasOthers: boolean;
};

const isExpected = ({ riskMicros }: Account) => riskMicros !== undefined;

const NO_PORTION = {
  granted: NOTHING,
  sellUntilMs: 0,
  low: NOTHING,
  isDoubtful: false,
  isStale: false,
} as const;

/** The price of an impression: 0 of a resource that is not limited. */
function unitOf(account: Account, resource: BudgetResource, micros: number): number {
  if (!isLimited(account, resource)) return 0;
  return resource === 'micros' ? micros : 1;
}

const impressionsIn = (amount: Amount, unit: Amount): number =>
  Math.floor(
    Math.min(
      unit.micros > 0 ? amount.micros / unit.micros : Number.POSITIVE_INFINITY,
      unit.impressions > 0 ? amount.impressions : Number.POSITIVE_INFINITY,
    ),
  );

/**
 * Claims portions of budgets in the ledger, for the workers of this machine to sell from, and closes them. The ledger grants
 * before memory receives, and memory gives up before the ledger takes back: what lies between nobody can sell.
 */
export function createSeller(parts: SellerParts) {
  const { database, portions, heartbeat } = parts;
  /** In the order of the keys: all machines lock the rows of the ledger in it. */
  let all: readonly Held[] = [];
  /** Portions that are closed here and not yet in the ledger, by their ids. */
  const closing = new Map<string, Closing>();
  let lastTickMs = Number.NEGATIVE_INFINITY;
  let contactSinceMs = parts.startMs;
  let machines = 1;
  /** How long ago it was that the slowest living machine had drained its journals. */
  let slowestBehindMs = 0;
  /** Campaigns of which another machine had nothing left. */
  let lacking: ReadonlySet<string> = new Set();
  let nextDueMs = 0;
  /** Where the next look begins, so that all get their turn where many need more. */
  let firstLooked = 0;

  /** Gives campaigns their rows, or changes those that have them. */
  function assign(assignments: readonly Assigned[]): void {
    const known = new Map(all.map((held) => [held.campaign, held]));
    for (const { index, account } of assignments) {
      const held = known.get(index);
      if (held !== undefined) {
        held.isStale ||= !Bun.deepEquals(held.account, account);
        Object.assign(held, { account, nextTryMs: 0, retryMs: RETRY_MS });
      } else if (isBudgeted(account)) {
        known.set(index, {
          campaign: index,
          key: keyOf(account),
          account,
          number: 0,
          nextTryMs: 0,
          retryMs: RETRY_MS,
          ...NO_PORTION,
        });
      }
    }
    nextDueMs = 0;
    all = [...known.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  }

  assign(parts.assigned);

  const idOf = ({ key, number }: Held) => portionId(key, portions.portionOf(number));
  const isRunning = ({ account }: Held, nowMs: number) =>
    nowMs >= account.startMs && nowMs < account.endMs && isBudgeted(account);
  const isAsked = ({ campaign }: Held, nowMs: number) =>
    nowMs - portions.askedMs(campaign) < IDLE_MS;

  /** What was not sold goes back; what was stays held until it is billed or its row ends. */
  function close(held: Held): void {
    if (held.sellUntilMs === 0 && !held.isDoubtful) return;
    const left = portions.next(held.campaign, held.number + 1);
    const sold = amountOf((resource) => held.granted[resource] - left[resource]);
    closing.set(idOf(held), { id: idOf(held), key: held.key, sold });
    Object.assign(held, { ...NO_PORTION, number: held.number + 1 });
    nextDueMs = 0;
  }

  /** The number of a portion says what it pays for. Nobody sells from it until it is granted. */
  function begin(held: Held): void {
    held.number = numberAfter(held.number, isExpected(held.account));
    portions.next(held.campaign, held.number);
  }

  async function flushClosed(): Promise<void> {
    while (closing.size > 0) {
      const batch = [...closing.values()].slice(0, BATCH_MAX);
      await database.transaction((query) => closePortions(query, database.kind, batch));
      for (const { id } of batch) closing.delete(id);
    }
  }

  /** One that was sold from makes room for the next: else its unbilled sales would never return. */
  async function renew(nowMs: number): Promise<void> {
    const ending = all.filter(
      ({ sellUntilMs }) => sellUntilMs > 0 && nowMs > sellUntilMs - RENEW_MS,
    );
    const isUnsold = ({ campaign, granted }: Held) => {
      const left = portions.leftOf(campaign);
      return RESOURCES.every((resource) => left[resource] === granted[resource]);
    };
    const untouched: Held[] = [];
    for (const held of ending) {
      if (!isUnsold(held)) close(held);
      else if (untouched.length < RENEWALS_MAX) untouched.push(held);
    }
    if (untouched.length === 0) return;
    const untilMs = nowMs + SELL_MS;
    const renewed = await database.transaction((query) =>
      renewPortions(query, untouched.map(idOf), untilMs),
    );
    for (const held of untouched) {
      if (!renewed.has(idOf(held))) continue;
      held.sellUntilMs = untilMs;
      portions.sellUntil(held.campaign, untilMs);
    }
  }

  /** Those that need more, at most as many as one transaction takes. Closes what has to be closed. */
  function look(nowMs: number, isHeartbeat: boolean): readonly Held[] {
    const due: Held[] = [];
    nextDueMs = Number.POSITIVE_INFINITY;
    const first = firstLooked % Math.max(1, all.length);
    for (const [place, held] of [...all.slice(first), ...all.slice(0, first)].entries()) {
      const { campaign, key, sellUntilMs, low } = held;
      const isOpen = sellUntilMs > 0;
      const isWanted = isRunning(held, nowMs);
      const isLeftToOthers = lacking.has(key) && !isAsked(held, nowMs);
      const isOver = !isWanted || held.isStale || isLeftToOthers || nowMs >= sellUntilMs;
      if ((isOpen && isOver) || (held.isDoubtful && (isHeartbeat || held.isStale))) close(held);
      held.isStale = false;
      if (!isWanted || isLeftToOthers) continue;
      if (held.sellUntilMs > 0) {
        const left = portions.leftOf(campaign);
        if (RESOURCES.every((resource) => left[resource] >= low[resource])) continue;
      }
      const isTried = nowMs < held.nextTryMs && !(isHeartbeat && isAsked(held, nowMs));
      if (isTried) nextDueMs = Math.min(nextDueMs, held.nextTryMs);
      else if (due.push(held) === BATCH_MAX) {
        firstLooked = first + place + 1;
        nextDueMs = 0;
        break;
      }
    }
    return due;
  }

  /** What is granted to one, of the room that its row has. `before` is what the row of its portion was granted. */
  function planGrant(held: Held, row: BudgetRow, before: Amount, nowMs: number): Plan {
    const { account, campaign } = held;
    const bounds = boundsOf(account, row, { ms: nowMs, shareOf: parts.shareOf });
    const room = amountOf((resource) =>
      Math.max(0, headroomOf(bounds[resource], row, resource).byNow),
    );
    const left = portions.leftOf(campaign);
    const priced = (micros: number) => amountOf((resource) => unitOf(account, resource, micros));
    const unit = priced(account.unitMicrosMax);
    const has = impressionsIn(left, unit);
    const free = impressionsIn(room, unit);
    const wanted = portionSize(free + has, machines) - has;
    const more = Math.max(0, Math.min(wanted, free));
    const base = priced(account.unitMicros);
    const isEmpty = impressionsIn(left, base) < 1;
    let grant = amountOf((resource) =>
      Math.min(PORTION_MAX - left[resource], more * unit[resource]),
    );
    if (more < 1 && isEmpty) {
      // Of the last of a budget, an impression without its adjustments.
      const rest = amountOf((resource) => Math.max(0, base[resource] - left[resource]));
      if (RESOURCES.every((resource) => rest[resource] <= room[resource])) grant = rest;
    }
    portions.setHoldCause(campaign, holdCauseOf(account, row, { bounds, granted: grant }));
    const isGranted = RESOURCES.some((resource) => grant[resource] > 0);
    const granted = amountOf((resource) => held.granted[resource] + grant[resource]);
    // An answer may have been lost: then the row has some of it already.
    const delta = amountOf((resource) => Math.max(0, granted[resource] - before[resource]));
    const hasOthers = RESOURCES.some(
      (resource) => isLimited(account, resource) && row.held[resource] > 0,
    );
    return {
      held,
      isGranted,
      grant,
      granted,
      delta,
      left,
      isLacking: isEmpty && !isGranted,
      hasOthers,
    };
  }

  async function grow(due: readonly Held[], nowMs: number): Promise<void> {
    if (due.length === 0) return;
    const wereDoubtful = new Set(due.filter(({ isDoubtful }) => isDoubtful));
    for (const held of due) {
      if (held.sellUntilMs === 0 && !held.isDoubtful) begin(held);
      held.isDoubtful = true;
    }
    const plans = await withHeartbeat(parts, async (query) => grantAll(query, due, nowMs));
    for (const { held, isGranted, grant, granted, left, hasOthers } of plans) {
      if (!isGranted) {
        held.isDoubtful = wereDoubtful.has(held);
        held.retryMs = hasOthers ? RETRY_MS : Math.min(2 * held.retryMs, RETRY_MS_MAX);
        held.nextTryMs = nowMs + held.retryMs;
        nextDueMs = Math.min(nextDueMs, held.nextTryMs);
        continue;
      }
      if (held.sellUntilMs === 0) held.sellUntilMs = nowMs + SELL_MS;
      portions.grow(held.campaign, held.number, grant);
      portions.sellUntil(held.campaign, held.sellUntilMs);
      const low = amountOf((resource) => (left[resource] + grant[resource]) / 2);
      const tried = { retryMs: RETRY_MS, nextTryMs: nowMs, isDoubtful: false };
      Object.assign(held, { granted, low, ...tried });
    }
  }

  async function grantAll(
    query: Query,
    due: readonly Held[],
    nowMs: number,
  ): Promise<readonly Plan[]> {
    const keys = due.map(({ key }) => key);
    await createRows(query, keys, nowMs);
    if (database.kind === 'postgres') await lockRows(query, database.kind, keys);
    const rows = await readRows(query, due, nowMs);
    const before = await readPortions(query, due.map(idOf));
    const plans = due.flatMap((held) => {
      const row = rows.get(held.key);
      const granted = before.get(idOf(held))?.granted ?? NOTHING;
      return row === undefined ? [] : [planGrant(held, row, granted, nowMs)];
    });
    const grants = plans.flatMap(({ held, isGranted, delta: more }): readonly Grant[] => {
      if (!isGranted) return [];
      const { key, account } = held;
      const { fromMs } = localDaySpan(account.zone, localDayOf(account.zone, nowMs));
      const sellUntilMs = held.sellUntilMs || nowMs + SELL_MS;
      return [{ id: idOf(held), key, fromMs, sellUntilMs, more }];
    });
    await grantPortions(query, grants);
    const lacks = plans.filter(({ held, isLacking }) => isLacking && isAsked(held, nowMs));
    const lackedKeys = machines > 1 ? lacks.map(({ held }) => held.key) : [];
    await recordLack(query, lackedKeys, nowMs + LACK_MS);
    return plans;
  }

  async function fill(nowMs: number, isHeartbeat: boolean): Promise<void> {
    const due = look(nowMs, isHeartbeat);
    await flushClosed();
    await grow(due, nowMs);
  }

  return {
    /**
     * To be called about once a second, one call at a time. Rejects where the ledger cannot be reached; the next call
     * repairs what this one left undone. `drainedMs`: all facts that this machine's journals had before are in the ledger.
     */
    async tick(nowMs: number, drainedMs: number): Promise<void> {
      const living = await withHeartbeat(parts, async (query) => {
        await recordDrained(query, heartbeat.machine, drainedMs);
        return readLiving(query, nowMs);
      });
      if (Math.abs(nowMs - lastTickMs) > GAP_MS) contactSinceMs = nowMs;
      lastTickMs = nowMs;
      ({ machines } = living);
      slowestBehindMs = nowMs - living.drainedMs;
      portions.checked(nowMs);
      // After an outage, the others have to be able to say that they live, and what they have not drained.
      if (nowMs - contactSinceMs >= ALIVE_MS) await endPortions(database, nowMs, living.drainedMs);
      lacking = await readLacking(database.query, nowMs);
      await renew(nowMs);
      await fill(nowMs, true);
    },
    /** To be called more often, and never beside `tick`: fills the portions that cannot wait for it, if there are any. */
    async refill(nowMs: number): Promise<void> {
      if (!portions.takeUsed() && nowMs < nextDueMs) return;
      await fill(nowMs, false);
    },
    assign,
    /** Whether what was never billed does not become free, because a machine is too far behind. */
    isHeldByOthers: () => slowestBehindMs > BEHIND_MS_MAX,
    /** Returns everything that is not sold. */
    async close(): Promise<void> {
      for (const held of all) close(held);
      portions.checked(0);
      await flushClosed();
      await recordDrained(database.query, heartbeat.machine, undefined);
    },
  };
}

/** Why a portion is empty, should it be: what the ledger would still have granted for it. */
function holdCauseOf(
  account: Account,
  row: BudgetRow,
  { bounds, granted }: { readonly bounds: BothBounds; readonly granted: Amount },
): HoldCause {
  let cause: HoldCause = 'portion';
  for (const resource of RESOURCES) {
    if (!isLimited(account, resource)) continue;
    const unit = resource === 'micros' ? account.unitMicrosMax : 1;
    const headroom = headroomOf(bounds[resource], row, resource);
    if (headroom.today - granted[resource] < unit) return 'budget';
    if (headroom.byNow - granted[resource] < unit) cause = 'pace';
  }
  return cause;
}
