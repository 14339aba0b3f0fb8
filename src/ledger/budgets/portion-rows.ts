import { RESERVATION_MS } from '../../core/sale/fact.ts';
import { localDayOf } from '../../lib/local-day.ts';
import { createSums, insertAll, selectAll } from '../../lib/sql/bulk.ts';
import type { Database, DatabaseKind, Query } from '../../lib/sql/database.ts';
import { type Account, type Amount, amountOf, keyOf } from './account.ts';
import { holdsForImpressions } from './portion-memory.ts';

/** What clocks may differ by, each in its own direction, and what answers take. */
const GRACE_MS = 15_000;

/** Of one transaction that ends portions. */
const ENDED_MAX = 2000;

/** Names a row of the table of portions: the campaign's key, and the number that tokens have. */
export const portionId = (key: string, portion: number) => `${portion.toString(36)} ${key}`;
const portionIn = (id: string) => Number.parseInt(id, 36);

/** Locks the rows of campaigns in the order of their keys, as all machines do. SQLite has one transaction at a time. */
export async function lockBudgets(
  query: Query,
  kind: DatabaseKind,
  keys: readonly string[],
): Promise<void> {
  if (kind === 'sqlite') return;
  const inOrder = [...new Set(keys)].toSorted();
  await selectAll(
    query,
    inOrder,
    (list) =>
      `select campaign from budgets where campaign in (${list}) order by campaign for update`,
  );
}

/**
 * Every campaign with a budget has a row, with days of its time zone. Where the zone has changed, nobody knows what of the
 * last two days was in today: all of it counts for today, and for the day before.
 */
export async function createRows(
  query: Query,
  campaigns: Iterable<Account>,
  nowMs: number,
): Promise<void> {
  const rows = [...campaigns].map((account) => {
    const { zone } = account;
    return [keyOf(account), zone, nowMs, localDayOf(zone, nowMs)] as const;
  });
  // In the order of the keys: two machines wait for each other, and never in a circle.
  const inOrder = rows.toSorted(([a], [b]) => (a < b ? -1 : 1));
  await insertAll(
    query,
    inOrder,
    (values) =>
      `insert into budgets as b (campaign, zone, since_ms, day) values ${values}
      on conflict (campaign) do update set zone = excluded.zone, day = excluded.day,
        before_day = excluded.day - 1,
        spent_day_nanos = ${recent('spent', '_nanos')}, spent_before_nanos = ${recent('spent', '_nanos')},
        impressions_day = ${recent('impressions', '')}, impressions_before = ${recent('impressions', '')}
      where b.zone <> excluded.zone`,
  );
}

/** The same moment has days that differ by two at most. */
const recent = (what: string, unit: string) =>
  `(case when b.day >= excluded.day - 2 then b.${what}_day${unit} else 0 end
    + case when b.before_day >= excluded.day - 2 then b.${what}_before${unit} else 0 end)`;

/** What campaigns hold more, or less where it is negative, by key. */
type HeldChanges = ReturnType<typeof createSums>;

/** Of campaigns whose rows are locked. */
export async function addHeld(query: Query, changes: HeldChanges): Promise<void> {
  await insertAll(
    query,
    changes.rows(),
    (values) => `update budgets set
      held_micros = held_micros + cast(more.column2 as bigint),
      held_impressions = held_impressions + cast(more.column3 as bigint)
    from (values ${values}) as more where campaign = more.column1 returning campaign`,
  );
}

type PortionRow = {
  readonly campaign: string;
  /** The day that it was granted on, in the zone of the campaign. */
  readonly day: number;
  /** All that it was ever granted, unless it is closed. */
  readonly granted: Amount;
  /** What of that is neither billed nor lost nor returned. */
  readonly held: Amount;
};

/**
 * What campaigns hold for sales that are charged for the impression, in micros by key. The rest of what they hold is what
 * clicks and conversions are expected to cost.
 */
export async function readHeldForImpressions(
  query: Query,
  keys: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await selectAll(
    query,
    keys,
    (list) => `select id, campaign, held_micros from portions
      where campaign in (${list}) and held_micros > 0`,
  );
  const held = new Map<string, number>();
  for (const { id, campaign, held_micros } of rows) {
    if (!holdsForImpressions(portionIn(String(id)))) continue;
    held.set(String(campaign), (held.get(String(campaign)) ?? 0) + Number(held_micros));
  }
  return held;
}

/** By their ids. Those that have ended are missing. */
export async function readPortions(
  query: Query,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PortionRow>> {
  const rows = await selectAll(
    query,
    ids,
    (
      list,
    ) => `select id, campaign, day, granted_micros, granted_impressions, held_micros, held_impressions
    from portions where id in (${list})`,
  );
  return new Map(
    rows.map((row) => [
      String(row.id),
      {
        campaign: String(row.campaign),
        day: Number(row.day),
        granted: amountOf((resource) => Number(row[`granted_${resource}`])),
        held: amountOf((resource) => Number(row[`held_${resource}`])),
      },
    ]),
  );
}

export type Grant = {
  readonly id: string;
  readonly key: string;
  readonly day: number;
  readonly sellUntilMs: number;
  /** Beyond what the row was granted before. */
  readonly more: Amount;
};

const endsAfter = (sellUntilMs: number) => sellUntilMs + RESERVATION_MS + GRACE_MS;

/** Opens portions, or lets them grow, of campaigns whose rows are locked and have room for it. */
export async function grantPortions(query: Query, grants: readonly Grant[]): Promise<void> {
  const held = createSums();
  const rows = grants.map(({ id, key, day, sellUntilMs, more: { micros, impressions } }) => {
    held.add([key], [micros, impressions]);
    return [
      id,
      key,
      day,
      endsAfter(sellUntilMs),
      micros,
      impressions,
      micros,
      impressions,
    ] as const;
  });
  await insertAll(
    query,
    rows,
    (values) => `insert into portions as p
      (id, campaign, day, ends_ms, granted_micros, granted_impressions, held_micros, held_impressions)
    values ${values} on conflict (id) do update set
      day = excluded.day,
      ends_ms = case when p.ends_ms < excluded.ends_ms then excluded.ends_ms else p.ends_ms end,
      granted_micros = p.granted_micros + excluded.granted_micros,
      granted_impressions = p.granted_impressions + excluded.granted_impressions,
      held_micros = p.held_micros + excluded.held_micros,
      held_impressions = p.held_impressions + excluded.held_impressions`,
  );
  await addHeld(query, held);
}

/** Lets portions that nothing was sold from last longer. Returns those that still exist. */
export async function renewPortions(
  query: Query,
  ids: readonly string[],
  sellUntilMs: number,
): Promise<ReadonlySet<string>> {
  const endsMs = endsAfter(sellUntilMs);
  const rows = await selectAll(
    query,
    ids,
    (list) => `update portions set
      ends_ms = case when ends_ms < cast($1 as bigint) then cast($1 as bigint) else ends_ms end
    where id in (${list}) returning id`,
    [endsMs],
  );
  return new Set(rows.map(({ id }) => String(id)));
}

export type Closing = { readonly id: string; readonly key: string; readonly sold: Amount };

/** A closed portion holds what was sold from it and is not billed, and nothing else. May be said twice. */
export async function closePortions(
  query: Query,
  kind: DatabaseKind,
  closings: readonly Closing[],
): Promise<void> {
  await lockBudgets(
    query,
    kind,
    closings.map(({ key }) => key),
  );
  const found = await readPortions(
    query,
    closings.map(({ id }) => id),
  );
  const held = createSums();
  const rows = closings.flatMap(({ id, key, sold }) => {
    const row = found.get(id);
    if (row === undefined) return [];
    const unsold = amountOf((resource) => row.granted[resource] - sold[resource]);
    held.add([key], [-unsold.micros, -unsold.impressions]);
    return [[id, unsold.micros, unsold.impressions] as const];
  });
  await insertAll(
    query,
    rows,
    (values) => `update portions set
      granted_micros = granted_micros - cast(unsold.column2 as bigint),
      held_micros = held_micros - cast(unsold.column2 as bigint),
      granted_impressions = granted_impressions - cast(unsold.column3 as bigint),
      held_impressions = held_impressions - cast(unsold.column3 as bigint)
    from (values ${values}) as unsold where id = unsold.column1 returning id`,
  );
  await addHeld(query, held);
}

/**
 * Ends portions whose sales cannot be billed any more: what they still hold was never billed. It waits for the bills that
 * living machines have received and not drained: else their money would be sold again before they are charged.
 */
export async function endPortions(
  { kind, query, transaction }: Database,
  nowMs: number,
  drainedMs: number,
): Promise<void> {
  const overMs = Math.min(nowMs, drainedMs);
  const over = await query(
    `select id, campaign from portions where ends_ms <= cast($1 as bigint) limit ${ENDED_MAX}`,
    [overMs],
  );
  if (over.length === 0) return;
  await transaction(async (query) => {
    await lockBudgets(
      query,
      kind,
      over.map(({ campaign }) => String(campaign)),
    );
    const ended = await selectAll(
      query,
      over.map(({ id }) => String(id)),
      (list) => `delete from portions where ends_ms <= cast($1 as bigint) and id in (${list})
      returning campaign, held_micros, held_impressions`,
      [overMs],
    );
    const held = createSums();
    for (const { campaign, held_micros, held_impressions } of ended) {
      held.add([String(campaign)], [-Number(held_micros), -Number(held_impressions)]);
    }
    await addHeld(query, held);
  });
}

/** Asks the machines that do not sell from these budgets to return what they have of them. */
export async function recordLack(
  query: Query,
  keys: readonly string[],
  untilMs: number,
): Promise<void> {
  await selectAll(
    query,
    keys,
    (list) =>
      `update budgets set lacked_until_ms = cast($1 as bigint) where campaign in (${list}) returning campaign`,
    [untilMs],
  );
}

/** Of which some machine has nothing left that is asked for it. */
export async function readLacking(query: Query, nowMs: number): Promise<ReadonlySet<string>> {
  const rows = await query(
    'select campaign from budgets where lacked_until_ms > cast($1 as bigint)',
    [nowMs],
  );
  return new Set(rows.map(({ campaign }) => String(campaign)));
}
