import { createHash } from 'node:crypto';
import type { ClickRef, Conversion } from '../../core/sale/conversion.ts';
import type { ConversionSource } from '../../core/sale/fact.ts';
import { insertAll } from '../../lib/sql/bulk.ts';
import type { Query, Row } from '../../lib/sql/database.ts';

/** A conversion that is not attributed yet. */
export type PendingConversion = Conversion & { readonly id: string };

const NAMES =
  'id, source, partner, seat, event, order_id, currency, at_ms, amount_micros, value_micros, clicks, state, due_ms';

const insertOnce = (values: string) =>
  `insert into conversions (${NAMES}) values ${values} on conflict do nothing`;

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
  const rows = inOrder.map(([id, one]) => [
    id,
    one.source,
    one.partner,
    one.seat,
    one.event,
    one.orderId,
    one.currency,
    one.atMs,
    one.amountMicros,
    one.valueMicros,
    JSON.stringify(one.clicks),
    'pending',
    0,
  ]);
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
export async function readDue(
  query: Query,
  nowMs: number,
  max: number,
): Promise<readonly PendingConversion[]> {
  const rows = await query(
    `select ${NAMES} from conversions where state = 'pending' and due_ms <= cast($1 as bigint)
     order by due_ms, id limit ${max}`,
    [nowMs],
  );
  return rows.map(conversionOf);
}

/** Written by `insertConversions`. */
function conversionOf(row: Row): PendingConversion {
  return {
    id: String(row.id),
    source: String(row.source) as ConversionSource,
    partner: String(row.partner),
    seat: String(row.seat),
    event: String(row.event),
    orderId: String(row.order_id),
    currency: String(row.currency),
    atMs: Number(row.at_ms),
    amountMicros: Number(row.amount_micros),
    valueMicros: Number(row.value_micros),
    clicks: JSON.parse(String(row.clicks)) as readonly ClickRef[],
  };
}
