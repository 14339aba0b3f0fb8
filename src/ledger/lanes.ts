import type { DatabaseKind, Query } from './database.ts';
import type { Entry } from './entry.ts';

/** A sale has one of these slots. A lane is some of them, so machines with different numbers of lanes agree. */
export const SLOTS = 64;

/** The numbers of lanes that divide the slots evenly. */
export const LANE_COUNTS = [1, 2, 4, 8, 16, 32, 64] as const;

export type LaneCount = (typeof LANE_COUNTS)[number];

/** SQLite has one writer at a time, so more lanes would not write side by side. */
export const SQLITE_LANES: LaneCount = 1;

/** One of the lanes of a database. */
export type Lane = { readonly lane: number; readonly lanes: number };

/** A fact and the URLs that wait for it have the same hash. Counts belong to no sale and have the hash 0. */
export function hashOf(entry: Entry): number {
  if (entry.kind === 'tally' || entry.kind === 'delivery') return 0;
  return Bun.hash.crc32(entry.kind === 'fact' ? entry.fact.sale.auctionId : entry.calls.auctionId);
}

/** The hash that is left after one of `databases` was chosen by it. */
export function laneOf(hash: number, databases: number, lanes: number): number {
  return (Math.floor(hash / databases) % SLOTS) % lanes;
}

const SLOT_LOCKS = 0x706c;

/**
 * Holds a lane until the end of the transaction. Without it, two machines that write a fact and its partner's URLs at
 * the same time would not see each other's row, and the partner would not be called. A Parley without lanes changes the
 * row of `ledger_turn` for its turn; sharing that row excludes it. On SQLite the transaction itself excludes others.
 */
export async function holdLane(
  query: Query,
  kind: DatabaseKind,
  { lane, lanes }: Lane,
): Promise<void> {
  if (kind === 'sqlite') return;
  await query('select id from ledger_turn where id = 1 for share');
  await query(
    `select pg_advisory_xact_lock(${SLOT_LOCKS}, slot)
     from generate_series(cast($1 as int), ${SLOTS - 1}, cast($2 as int)) as slot`,
    [lane, lanes],
  );
}
