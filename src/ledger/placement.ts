import type { Entry } from './entry.ts';
import { hashOf, type LaneCount, laneOf, SQLITE_LANES } from './lanes.ts';

/** Which entries of the journals belong to one of the databases, and to which of its lanes. */
export type Placement = {
  /** The position in `ledger.databaseUrls`. The first has the budgets, the campaign store and the counts of requests. */
  readonly index: number;
  readonly databases: number;
  /** Lanes of each database. */
  readonly lanes: LaneCount;
  /** Sales from before belong to the first database. The ledger had no other when they were made. */
  readonly sinceMs: number;
};

export const ONE_DATABASE: Placement = { index: 0, databases: 1, lanes: SQLITE_LANES, sinceMs: 0 };

/** The lane of an entry, or undefined if it belongs to another database. */
export function laneAt({ index, databases, sinceMs }: Placement, entry: Entry, lanes: number) {
  const hash = hashOf(entry);
  const isHome = entry.kind === 'tally' || entry.kind === 'delivery' || soldMsOf(entry) < sinceMs;
  const database = isHome ? 0 : hash % databases;
  return database === index ? laneOf(hash, databases, lanes) : undefined;
}

/** URLs in the journal of an older Parley have no time. */
function soldMsOf(entry: Extract<Entry, { readonly kind: 'fact' | 'calls' }>): number {
  return entry.kind === 'fact' ? entry.fact.sale.soldMs : (entry.calls.soldMs ?? 0);
}
