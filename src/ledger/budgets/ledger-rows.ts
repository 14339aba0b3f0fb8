import { inTime } from '../../lib/in-time.ts';
import { localDayOf, localDaySpan } from '../../lib/local-day.ts';
import { selectAll } from '../../lib/sql/bulk.ts';
import type { Database, Query } from '../../lib/sql/database.ts';
import { type Heartbeat, withHeartbeat } from '../heartbeat.ts';
import { type Account, isBudgeted, keyOf } from './account.ts';
import { createRows } from './portion-rows.ts';

export type LedgerRows = ReturnType<typeof createLedgerRows>;

/** A row of another zone, which another machine may be about to change, is left alone for this long. */
const DOUBT_MS = 60_000;
/** Also after a failure, so that a ledger that takes long to add up is not asked for it all the time. */
const RETRY_MS = 60_000;
/** No row is changed this shortly before its day ends: what is spent while it is added up is of that day. */
const DAY_END_MS = 30_000;
/** A tick waits for rows to be moved for this long. Then they are moved beside the next ones. */
const MOVE_MS_MAX = 3000;

/** The zone that a row should have, and when to look at it. */
type Due = { readonly zone: string; readonly atMs: number };

type RowParts = { readonly database: Database; readonly heartbeat: Heartbeat };

/**
 * Gives every campaign with a budget a row in the ledger, and keeps the spend of today in all rows that of a day in the
 * campaign's own time zone. Where the zone has changed, the spend is added up anew from the counts of the minutes, in which
 * every local day begins and ends: no part of a day is forgotten, and none counts in two days. Until then a campaign with
 * a budget sells nothing.
 */
export function createLedgerRows(parts: RowParts) {
  const { query, transaction } = parts.database;
  const accounts = new Map<string, Account>();
  /** The keys of those with a budget that may have no row yet. */
  const missing = new Set<string>();
  const due = new Map<string, Due>();

  /** Those whose row is of another zone, with it. A campaign without a row needs nothing. */
  async function misplaced(asked: readonly (readonly [string, Due])[]) {
    const keys = asked.map(([key]) => key).sort();
    const rows = await selectAll(query, keys, selectZones);
    const found = new Map(rows.map((row) => [String(row.campaign), String(row.zone)]));
    return asked.flatMap(([key, { zone }]) => {
      const from = found.get(key) ?? zone;
      if (from !== zone) return { key, from, zone };
      settle(key, zone);
      return [];
    });
  }

  /** Unless its zone has changed again. */
  function settle(key: string, zone: string): void {
    if (due.get(key)?.zone === zone) due.delete(key);
  }

  async function moveDue(nowMs: number): Promise<void> {
    const asked = [...due].filter(([, { atMs }]) => atMs <= nowMs);
    if (asked.length === 0) return;
    for (const [key, { zone }] of asked) due.set(key, { zone, atMs: nowMs + RETRY_MS });
    const moves = await misplaced(asked);
    for (const [zone, inZone] of Map.groupBy(moves, ({ zone }) => zone)) {
      const { toMs } = localDaySpan(zone, localDayOf(zone, nowMs));
      if (toMs - nowMs <= DAY_END_MS) continue;
      const days = await addUp(query, zone, nowMs);
      await transaction((query) => moveRows(query, inZone, days));
      for (const { key } of inZone) settle(key, zone);
    }
  }

  /** Resolves to true. undefined: none has begun whose end was not waited for. */
  let moving: Promise<true> | undefined;

  return {
    /** Of every campaign, with a budget or without. */
    note(account: Account): void {
      const key = keyOf(account);
      const before = accounts.get(key);
      accounts.set(key, account);
      if (isBudgeted(account) && !(before && isBudgeted(before))) missing.add(key);
      const { zone } = account;
      if (before?.zone !== zone) due.set(key, { zone, atMs: 0 });
    },
    /** A row was found that is of another zone. */
    doubt(
      { key, account: { zone } }: { readonly key: string; readonly account: Account },
      nowMs: number,
    ): void {
      if (!due.has(key)) due.set(key, { zone, atMs: nowMs + DOUBT_MS });
    },
    /**
     * In a transaction of its own: it may lock rows, and not in the order of those that are claimed from.
     */
    async create(nowMs: number): Promise<void> {
      if (missing.size === 0) return;
      const campaigns = [...accounts].flatMap(([key, account]) =>
        missing.has(key) ? { key, zone: account.zone } : [],
      );
      await withHeartbeat(parts, (query) => createRows(query, campaigns, nowMs));
      for (const { key } of campaigns) missing.delete(key);
    },
    /**
     * Rejects where the ledger cannot be added up. That is tried again in a while. One that takes long goes on behind the
     * tick: without ticks the term would end, and no campaign would sell.
     */
    async move(nowMs: number): Promise<void> {
      const waitMs = moving === undefined ? MOVE_MS_MAX : 0;
      moving ??= moveDue(nowMs).then(() => true);
      let isOver = true;
      try {
        isOver = await inTime(moving, waitMs, false);
      } finally {
        if (isOver) moving = undefined;
      }
    },
  };
}

const selectZones = (keys: string) =>
  `select campaign, zone from budgets where campaign in (${keys})`;

type DaySums = { readonly day: number; readonly spent: SumsByKey; readonly billed: SumsByKey };
type SumsByKey = ReadonlyMap<string, Readonly<CampaignSums>>;
type CampaignSums = { today: number; yesterday: number; readonly total: number };

/** Of a large ledger, one statement reads no more, so that none takes long. */
const STEP_MS = 6 * 3_600_000;
/** After all times. */
const NO_END_MS = 9e15;

/**
 * What all campaigns of other zones have spent today and yesterday, as days of this one. It takes no locks, since it may
 * take seconds.
 */
async function addUp(query: Query, zone: string, nowMs: number): Promise<DaySums> {
  const day = localDayOf(zone, nowMs);
  const { fromMs: yesterdayMs } = localDaySpan(zone, day - 1);
  const { fromMs: todayMs } = localDaySpan(zone, day);

  /**
   * The last hours first, and the total in the same statement: what is added to that later is of today. Of what is earlier,
   * little comes so late.
   */
  async function read(statement: string): Promise<SumsByKey> {
    const sums = new Map<string, CampaignSums>();
    let toMs = NO_END_MS;
    for (let fromMs = nowMs - STEP_MS; toMs > yesterdayMs; toMs = fromMs, fromMs -= STEP_MS) {
      const rows = await query(statement, [todayMs, Math.max(fromMs, yesterdayMs), toMs, zone]);
      for (const row of rows) {
        const key = String(row.key);
        const sum = { today: 0, yesterday: 0, total: Number(row.total), ...sums.get(key) };
        sum.today += Number(row.today);
        sum.yesterday += Number(row.yesterday);
        if (toMs === NO_END_MS || sums.has(key)) sums.set(key, sum);
      }
    }
    return sums;
  }

  return { day, spent: await read(SPENT), billed: await read(BILLED) };
}

/** `$1` is the start of today; `$2` and `$3` are those of the range and of what comes after it, `$4` is the zone. */
const sumsOf = (total: string, [table, time, amount, which]: readonly string[]) =>
  `select b.campaign as key, b.${total} as total,
    coalesce(s.today, 0) as today, coalesce(s.yesterday, 0) as yesterday
  from budgets b left join (
    select partner || '/' || campaign as key,
      sum(case when ${time} >= cast($1 as bigint) then ${amount} else 0 end) as today,
      sum(case when ${time} < cast($1 as bigint) then ${amount} else 0 end) as yesterday
    from ${table} where ${time} >= cast($2 as bigint) and ${time} < cast($3 as bigint) and ${which}
    group by partner, campaign) s on s.key = b.campaign
  where b.zone <> $4`;

const SPENT = sumsOf('spent_total_nanos', [
  'rollups',
  'minute_ms',
  'spend_nanos',
  'spend_nanos <> 0',
]);
const BILLED = sumsOf('impressions_total', [
  'facts',
  'at_ms',
  '1',
  'is_test = 0 and kind = bills_on',
]);

type ZoneMove = { readonly key: string; readonly from: string; readonly zone: string };

/** In the order of the keys, as all machines lock them. A row that another machine has changed meanwhile stays. */
async function moveRows(query: Query, moves: readonly ZoneMove[], sums: DaySums): Promise<void> {
  const { day, spent, billed } = sums;
  for (const { key, from, zone } of moves.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
    const [money, impressions] = [spent.get(key), billed.get(key)];
    if (money === undefined || impressions === undefined) continue;
    await query(
      `update budgets set zone = $1, day = cast($2 as bigint), before_day = cast($2 as bigint) - 1,
        spent_day_nanos = cast($3 as bigint) + spent_total_nanos - cast($4 as bigint),
        spent_before_nanos = cast($5 as bigint),
        impressions_day = cast($6 as bigint) + impressions_total - cast($7 as bigint),
        impressions_before = cast($8 as bigint)
      where campaign = $9 and zone = $10`,
      [
        zone,
        day,
        money.today,
        money.total,
        money.yesterday,
        impressions.today,
        impressions.total,
        impressions.yesterday,
        key,
        from,
      ],
    );
  }
}
