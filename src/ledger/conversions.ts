import { createHash } from 'node:crypto';
import {
  type ClickRef,
  type Conversion,
  type ConversionSource,
  type Sale,
  type SaleConversion,
  spendNanos,
} from '../core/sale/fact.ts';
import { DAY_MS } from '../lib/day.ts';
import { insertAll, selectAll } from '../lib/sql/bulk.ts';
import type { Query } from '../lib/sql/database.ts';
import { columnOf, oneOf, readerOf, type Shaped } from '../lib/sql/shape.ts';
import { FACT_COLUMNS, saleOfRow } from './fact-rows.ts';

/** Of one transaction, which others wait for. */
const DUE_MAX = 200;

/** The clicks of a conversion may be in journals of other machines, which bring them within seconds. */
const GRACE_MS = 60_000;

/** A machine that is down keeps its journals, and brings the clicks in them when it is back. */
const PENDING_MS_MAX = 2 * DAY_MS;

/** The longest that a conversion waits to be looked at again. The younger it is, the sooner. */
const RETRY_MS_MAX = 600_000;
const RETRY_MS_MIN = 2000;

/** The largest difference between the clocks of machines: a click may seem to be behind what followed from it. */
const CLOCK_SKEW_MS_MAX = 300_000;

/** A click that is on record, and its sale. */
type RecordedClick = { readonly clickMs: number; readonly sale: Sale };

type Attribution =
  | { readonly state: 'attributed'; readonly click: RecordedClick }
  /** `no-click`: none of them was ever recorded. `late`: none was within its window. */
  | { readonly state: 'no-click' | 'late' }
  | { readonly state: 'pending'; readonly dueMs: number };

/**
 * Looks for the clicks of the conversions that are due, and attributes each to the last click within its window. Several
 * machines may look at one at a time: it counts for the one that changes its row. Resolves to those that are attributed by
 * this call, for the counts and charges of the same transaction.
 */
export async function attributeDue(
  query: Query,
  nowMs: number,
): Promise<{ readonly newConversions: readonly SaleConversion[]; readonly isDone: boolean }> {
  const due = await readDue(query, nowMs, DUE_MAX);
  const recorded = await readClicks(
    query,
    due.flatMap(({ clicks }) => clicks),
  );
  const newConversions: SaleConversion[] = [];
  // All machines change rows in this order, so that they never wait in a circle.
  for (const one of due.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const verdict = judge(one, recorded, nowMs);
    const attributed = verdict.state === 'attributed' ? eventOf(one, verdict.click) : undefined;
    const isChanged = await write(query, one, verdict, attributed);
    if (isChanged && attributed !== undefined) newConversions.push(attributed);
  }
  return { newConversions, isDone: due.length < DUE_MAX };
}

function eventOf(
  { id, atMs, source, valueMicros }: PendingConversion,
  { sale }: RecordedClick,
): SaleConversion {
  const { priceMicros } = sale;
  return { kind: 'conversion', id, atMs, sale, priceMicros, source, valueMicros };
}

/** Which click counts. One that is not on record yet may be the last one, so it is waited for a little. */
function judge(
  { atMs, clicks }: Pick<PendingConversion, 'atMs' | 'clicks'>,
  clickOf: (click: ClickRef) => RecordedClick | undefined,
  nowMs: number,
): Attribution {
  const ageMs = Math.max(0, nowMs - atMs);
  let missing = 0;
  let last: RecordedClick | undefined;
  for (const click of clicks) {
    const found = clickOf(click);
    if (found === undefined) missing++;
    else if (isWithin(click, found, atMs) && found.clickMs > (last?.clickMs ?? -1)) last = found;
  }
  const isComplete = missing === 0;
  if (last !== undefined && (isComplete || ageMs >= GRACE_MS)) {
    return { state: 'attributed', click: last };
  }
  if (isComplete) return { state: 'late' };
  if (ageMs >= PENDING_MS_MAX) return { state: missing === clicks.length ? 'no-click' : 'late' };
  const waitMs = Math.min(Math.max(ageMs, RETRY_MS_MIN), RETRY_MS_MAX);
  return { state: 'pending', dueMs: nowMs + waitMs };
}

function isWithin({ windowDays }: ClickRef, { clickMs }: RecordedClick, atMs: number): boolean {
  const sinceMs = atMs - clickMs;
  return sinceMs >= -CLOCK_SKEW_MS_MAX && sinceMs <= windowDays * DAY_MS;
}

/** The clicks that facts tell of. A direct link has no click: any fact of its sale proves the sale, whose time counts. */
async function readClicks(query: Query, clicks: readonly ClickRef[]) {
  const times = clicks.map(({ soldMs }) => soldMs);
  const auctions = [...new Set(clicks.map(({ auctionId }) => auctionId))];
  const rows = await selectAll(
    query,
    auctions,
    // The time of the sale tells Postgres which months to look into.
    (keys) => `select ${FACT_COLUMNS} from facts where sold_ms >= cast($1 as bigint)
      and sold_ms <= cast($2 as bigint) and kind <> 'loss' and auction_id in (${keys})`,
    [Math.min(...times), Math.max(...times)],
  );
  const clicked = new Map<string, RecordedClick>();
  const sold = new Map<string, RecordedClick>();
  for (const row of rows) {
    const sale = saleOfRow(row);
    const key = keyOf(sale);
    sold.set(key, { clickMs: sale.soldMs, sale });
    if (row.kind === 'click') clicked.set(key, { clickMs: Number(row.at_ms), sale });
  }
  return (click: ClickRef) => (click.isDirect ? sold : clicked).get(keyOf(click));
}

function keyOf({ auctionId, impId }: Pick<ClickRef, 'auctionId' | 'impId'>): string {
  return `${auctionId} ${impId}`;
}

/** Resolves to whether this call changed it: another machine may have been first. */
async function write(
  query: Query,
  { id }: PendingConversion,
  verdict: Attribution,
  attributed: SaleConversion | undefined,
): Promise<boolean> {
  const sale = attributed?.sale;
  const clickMs = verdict.state === 'attributed' ? verdict.click.clickMs : null;
  const changed = await query(
    `update conversions set state = $2, due_ms = cast($3 as bigint), auction_id = $4, imp_id = $5,
       click_ms = cast($6 as bigint), spend_nanos = cast($7 as bigint)
     where id = $1 and state = 'pending' returning id`,
    [
      id,
      verdict.state,
      verdict.state === 'pending' ? verdict.dueMs : 0,
      sale?.auctionId ?? null,
      sale?.impId ?? null,
      clickMs,
      attributed === undefined ? 0 : spendNanos(attributed),
    ],
  );
  return changed.length > 0;
}

const PENDING = {
  id: String,
  source: oneOf<ConversionSource>,
  partner: String,
  seat: String,
  event: String,
  orderId: String,
  currency: String,
  atMs: Number,
  amountMicros: Number,
  valueMicros: Number,
  clicks: (text: unknown) => JSON.parse(String(text)) as readonly ClickRef[],
};

/** A conversion that is not attributed yet, as `insertConversions` writes it. */
type PendingConversion = Shaped<typeof PENDING>;

const FIELDS = Object.keys(PENDING) as readonly (keyof typeof PENDING)[];
const NAMES = FIELDS.map(columnOf).join(', ');

const insertOnce = (values: string) =>
  `insert into conversions (${NAMES}, state, due_ms) values ${values} on conflict do nothing`;

/** Stores those that are not stored yet. They are due at once. */
export async function insertConversions(
  query: Query,
  conversions: readonly Conversion[],
): Promise<void> {
  const byId = new Map<string, Conversion>();
  for (const conversion of conversions) {
    const id = idOf(conversion);
    // Of duplicates in one batch the first counts, as if they had arrived one by one.
    if (!byId.has(id)) byId.set(id, conversion);
  }
  // All machines insert in this order, so that they never wait in a circle.
  const inOrder = [...byId].sort(([a], [b]) => (a < b ? -1 : 1));
  const rows = inOrder.map(([id, { clicks, ...told }]) => {
    const row = { ...told, id, clicks: JSON.stringify(clicks) };
    return [...FIELDS.map((name) => row[name]), 'pending', 0];
  });
  await insertAll(query, rows, insertOnce);
}

/**
 * An order of an advertiser counts once, however often and with whichever clicks it is told. Without an order id, an event
 * counts once for the last of its clicks. What a pixel says never takes the place of what a server says: anybody could name
 * the next order ids to it.
 */
function idOf({ source, partner, seat, event, orderId, clicks }: Conversion): string {
  const last = clicks.reduce<ClickRef | undefined>(later, undefined);
  const what = orderId === '' ? [event, last?.auctionId, last?.impId] : [orderId];
  const key = JSON.stringify([source, partner, seat, ...what]);
  return createHash('sha256').update(key).digest('base64url');
}

function later(one: ClickRef | undefined, other: ClickRef): ClickRef {
  if (one === undefined || other.soldMs > one.soldMs) return other;
  return other.soldMs === one.soldMs && other.auctionId > one.auctionId ? other : one;
}

/** Most machines have no conversions, or none that wait: they need no transaction to learn it. */
export async function isAnyDue(query: Query, nowMs: number): Promise<boolean> {
  const rows = await query(
    "select id from conversions where state = 'pending' and due_ms <= cast($1 as bigint) limit 1",
    [nowMs],
  );
  return rows.length > 0;
}

/** Those that are due, the longest due first. */
async function readDue(
  query: Query,
  nowMs: number,
  max: number,
): Promise<readonly PendingConversion[]> {
  const rows = await query(
    `select ${NAMES} from conversions where state = 'pending' and due_ms <= cast($1 as bigint)
     order by due_ms, id limit ${max}`,
    [nowMs],
  );
  return rows.map(readerOf(PENDING));
}
