import { RESERVATION_MS } from '../../core/sale/fact.ts';
import { localDayOf, localDaySpan } from '../../lib/local-day.ts';
import { createSums, insertAll, selectAll } from '../../lib/sql/bulk.ts';
import type { Database, DatabaseKind, Query, Row } from '../../lib/sql/database.ts';
import { type Account, type Amount, amountOf, NOTHING } from './account.ts';
import { holdsForImpressions } from './portion-memory.ts';

/** What one campaign has spent and holds, as the ledger has them. Money is rounded up to whole micros. */
export type BudgetRow = {
  readonly spentTotal: Amount;
  readonly spentToday: Amount;
  /** By the portions of all machines together: not spent, and not free. */
  readonly held: Amount;
  /** What publishers were owed for it beyond what it was charged. Negative where it was charged more. */
  readonly uncoveredMicros: number;
  /** When a machine first claimed a portion of it; undefined: none did. */
  readonly sinceMs?: number | undefined;
};

export const NO_ROW: BudgetRow = {
  spentTotal: NOTHING,
  spentToday: NOTHING,
  held: NOTHING,
  uncoveredMicros: 0,
};

/** What was spent on days that end after `$1`: also by a machine whose clock has reached the next day first. */
const selectRows = (keys: string) => `select b.campaign as campaign, b.since_ms as since_ms,
    (b.spent_total_nanos + 999) / 1000 as total_micros, b.impressions_total as total_impressions,
    (cast(coalesce(sum(d.nanos), 0) as bigint) + 999) / 1000 as day_micros,
    coalesce(sum(d.impressions), 0) as day_impressions,
    b.held_micros as held_micros, b.held_impressions as held_impressions,
    (b.earned_total_nanos - b.spent_total_nanos) / 1000 as uncovered_micros
  from budgets b left join budget_days d on d.campaign = b.campaign and d.ends_ms > cast($1 as bigint)
  where b.campaign in (${keys}) group by b.campaign`;

type KeyedAccount = { readonly key: string; readonly account: Pick<Account, 'zone'> };

/** By key. At any moment few days begin: one for each offset of a time zone. */
export async function readRows(
  query: Query,
  campaigns: readonly KeyedAccount[],
  nowMs: number,
): Promise<ReadonlyMap<string, BudgetRow>> {
  const found = new Map<string, BudgetRow>();
  const dayOf = ({ account: { zone } }: KeyedAccount) =>
    localDaySpan(zone, localDayOf(zone, nowMs)).fromMs;
  for (const [fromMs, all] of Map.groupBy(campaigns, dayOf)) {
    const keys = all.map(({ key }) => key);
    for (const row of await selectAll(query, keys, selectRows, [fromMs])) {
      found.set(String(row.campaign), rowOf(row));
    }
  }
  return found;
}

function rowOf(row: Row): BudgetRow {
  const amount = (column: string) => amountOf((resource) => Number(row[`${column}_${resource}`]));
  return {
    spentTotal: amount('total'),
    spentToday: amount('day'),
    held: amount('held'),
    uncoveredMicros: Number(row.uncovered_micros),
    sinceMs: row.since_ms === null ? undefined : Number(row.since_ms),
  };
}

/** Creates the rows of campaigns that are missing. `sinceMs`: from when on a new one is paced; null: from its first day on. */
export async function createRows(
  query: Query,
  keys: Iterable<string>,
  sinceMs: number | null,
): Promise<void> {
  const inOrder = [...new Set(keys)].toSorted();
  await insertAll(
    query,
    inOrder.map((key) => [key, sinceMs]),
    (values) => `insert into budgets (campaign, since_ms) values ${values} on conflict do nothing`,
  );
}

/**
 * Reads the rows of campaigns, and locks them until the end of the transaction. All machines lock them in the order of the
 * keys, so that they wait for each other and never in a circle. SQLite has one transaction at a time.
 */
export async function lockRows(
  query: Query,
  kind: DatabaseKind,
  keys: Iterable<string>,
): Promise<ReadonlyMap<string, Row>> {
  const lock = kind === 'postgres' ? 'for update' : '';
  const rows = await selectAll(
    query,
    [...new Set(keys)].toSorted(),
    (list) => `select * from budgets where campaign in (${list}) order by campaign ${lock}`,
  );
  return new Map(rows.map((row) => [String(row.campaign), row]));
}

type Sums = ReturnType<typeof createSums>;

/** Adds in SQL, where sums stay exact beyond any number here. */
const adding = (table: string, key: string, columns: readonly string[]) => {
  const sums = columns.map((name, index) => {
    return `${name} = ${name} + cast(more.column${index + 2} as bigint)`;
  });
  return (values: string) => `update ${table} set ${sums.join(', ')}
    from (values ${values}) as more where ${key} = more.column1 returning ${key}`;
};

const HELD = ['held_micros', 'held_impressions'];
const SPENT = ['spent_total_nanos', 'earned_total_nanos', 'impressions_total'];
const addHeldTo = adding('budgets', 'campaign', HELD);
const addSpentTo = adding('budgets', 'campaign', [...HELD, ...SPENT]);
const addToRow = adding('portions', 'id', [...HELD, 'granted_micros', 'granted_impressions']);

/** What campaigns hold more, by key. Their rows are locked. */
async function addHeld(query: Query, added: Sums): Promise<void> {
  await insertAll(query, added.rows(), addHeldTo);
}

/** What campaigns hold more, and have spent, earned and shown, by key. Their rows are locked. */
export async function addSpent(query: Query, added: Sums): Promise<void> {
  await insertAll(query, added.rows(), addSpentTo);
}

/** What portions hold more, and were granted more, by their ids. */
export async function addToPortions(query: Query, added: Sums): Promise<void> {
  await insertAll(query, added.rows(), addToRow);
}

/** What was spent on a day of a campaign: the moment at which the day ends says which, whatever its time zone was. */
export type SpentDay = { readonly endsMs: number; readonly nanos: number };

export async function readSpentDays(
  query: Query,
  keys: readonly string[],
  afterMs: number,
): Promise<ReadonlyMap<string, readonly SpentDay[]>> {
  const rows = await selectAll(
    query,
    keys,
    (list) => `select campaign, ends_ms, nanos from budget_days
      where ends_ms > cast($1 as bigint) and campaign in (${list})`,
    [afterMs],
  );
  const days = rows.map(({ campaign, ends_ms, nanos }) => {
    return { campaign: String(campaign), endsMs: Number(ends_ms), nanos: Number(nanos) };
  });
  return Map.groupBy(days, ({ campaign }) => campaign);
}

const addDays = (
  values: string,
) => `insert into budget_days as d (campaign, ends_ms, nanos, impressions)
  values ${values} on conflict (campaign, ends_ms) do update set
    nanos = d.nanos + excluded.nanos, impressions = d.impressions + excluded.impressions`;

export async function addToDays(query: Query, added: Sums): Promise<void> {
  await insertAll(query, added.rows(), addDays);
}

/** What clocks may differ by, each in its own direction, and what answers take. */
const GRACE_MS = 15_000;

/** Of one transaction that ends portions. */
const ENDED_MAX = 2000;

/** Names a row of the table of portions: the campaign's key, and the number that tokens have. */
export const portionId = (key: string, portion: number) => `${portion.toString(36)} ${key}`;
const portionIn = (id: string) => Number.parseInt(id, 36);

type PortionRow = {
  /** The beginning of the day that it was granted on, in the zone of the campaign. */
  readonly fromMs: number;
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
    (list) => `select * from portions where id in (${list})`,
  );
  return new Map(
    rows.map((row) => [
      String(row.id),
      {
        fromMs: Number(row.from_ms),
        granted: amountOf((resource) => Number(row[`granted_${resource}`])),
        held: amountOf((resource) => Number(row[`held_${resource}`])),
      },
    ]),
  );
}

export type Grant = {
  readonly id: string;
  readonly key: string;
  /** The beginning of the day. */
  readonly fromMs: number;
  readonly sellUntilMs: number;
  /** Beyond what the row was granted before. */
  readonly more: Amount;
};

const endsAfter = (sellUntilMs: number) => sellUntilMs + RESERVATION_MS + GRACE_MS;

/** Opens portions, or lets them grow, of campaigns whose rows are locked and have room for it. */
export async function grantPortions(query: Query, grants: readonly Grant[]): Promise<void> {
  const held = createSums();
  const rows = grants.map(({ id, key, fromMs, sellUntilMs, more: { micros, impressions } }) => {
    held.add([key], [micros, impressions]);
    const granted = [micros, impressions];
    return [id, key, fromMs, endsAfter(sellUntilMs), ...granted, ...granted];
  });
  await insertAll(
    query,
    rows,
    (values) => `insert into portions as p
      (id, campaign, from_ms, ends_ms, granted_micros, granted_impressions, held_micros, held_impressions)
    values ${values} on conflict (id) do update set
      from_ms = excluded.from_ms,
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
  const keys = closings.map(({ key }) => key);
  if (kind === 'postgres') await lockRows(query, kind, keys);
  const found = await readPortions(
    query,
    closings.map(({ id }) => id),
  );
  const ofRows = createSums();
  const ofPortions = createSums();
  for (const { id, key, sold } of closings) {
    const row = found.get(id);
    if (row === undefined) continue;
    const micros = sold.micros - row.granted.micros;
    const impressions = sold.impressions - row.granted.impressions;
    ofRows.add([key], [micros, impressions]);
    ofPortions.add([id], [micros, impressions, micros, impressions]);
  }
  await addToPortions(query, ofPortions);
  await addHeld(query, ofRows);
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
    const keys = over.map(({ campaign }) => String(campaign));
    if (kind === 'postgres') await lockRows(query, kind, keys);
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

/** The campaigns of which some machine that is asked for them has nothing left. */
export async function readLacking(query: Query, nowMs: number): Promise<ReadonlySet<string>> {
  const rows = await query(
    'select campaign from budgets where lacked_until_ms > cast($1 as bigint)',
    [nowMs],
  );
  return new Set(rows.map(({ campaign }) => String(campaign)));
}
