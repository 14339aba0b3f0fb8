import type { Sale, SaleEvent } from '../../core/sale/fact.ts';
import { localDayOf } from '../../lib/local-day.ts';
import { impressionMicros } from '../../lib/money.ts';
import { createSums, insertAll, selectAll } from '../../lib/sql/bulk.ts';
import type { DatabaseKind, Query } from '../../lib/sql/database.ts';
import { factKey } from '../fact-rows.ts';
import {
  type Amount,
  amountOf,
  type BudgetResource,
  keyOf,
  NOTHING,
  RESOURCES,
} from './account.ts';
import { addHeld, lockBudgets, portionId, readPortions } from './portion-rows.ts';

/** What the sales of some facts hold in their portions, and what of that the facts end. */
export type Holds = Awaited<ReturnType<typeof readHolds>>;

/**
 * What of the hold of its sale a fact ends. The expected charge of a sale that is charged for a click or a conversion stays
 * held until that comes, or the portion ends. A sale can have several conversions, and has one hold.
 */
export function endedBy({ kind, sale, uncharged }: SaleEvent): Amount | undefined {
  if (kind === 'conversion') return undefined;
  const micros = impressionMicros(sale.priceMicros);
  const { per } = sale.charge;
  if (kind === 'loss') return { micros, impressions: 1 };
  if (kind === sale.billsOn) return { micros: per === 'impression' ? micros : 0, impressions: 1 };
  const isCharged = uncharged === undefined || uncharged === 'over-budget';
  return per !== 'impression' && kind === per && isCharged ? { micros, impressions: 0 } : undefined;
}

/** Locks the rows of the campaigns: nobody else spends or claims of them before the transaction ends. */
export async function readHolds(query: Query, kind: DatabaseKind, events: readonly SaleEvent[]) {
  await lockBudgets(
    query,
    kind,
    events.map(({ sale }) => keyOf(sale)),
  );
  const idOf = ({ sale }: SaleEvent) => portionId(keyOf(sale), sale.portion);
  const ofPortions = events.filter(({ sale }) => sale.portion !== 0);
  const ending = await endingFacts(
    query,
    ofPortions.filter((event) => endedBy(event) !== undefined),
  );
  const rows = await readPortions(query, [...new Set(ofPortions.map(idOf))]);
  const left = new Map<string, Record<BudgetResource, number>>();
  for (const [id, { held }] of rows) left.set(id, { ...held });

  return {
    /** Ends what the fact ends, and returns it: nothing where its portion has ended, or another fact was before it. */
    release(event: SaleEvent): Amount {
      const row = left.get(idOf(event));
      const ended = ending.has(event) ? endedBy(event) : undefined;
      if (row === undefined || ended === undefined) return NOTHING;
      // Resources that the budget does not limit are not held.
      const released = amountOf((resource) => Math.min(row[resource], ended[resource]));
      for (const resource of RESOURCES) row[resource] -= released[resource];
      return released;
    },
    /**
     * The day that a fact counts on: that of its time, and never before the day of its portion. A clock that is behind at
     * midnight would fill the day before with money of today.
     */
    dayOf: (event: SaleEvent, zone: string): number =>
      Math.max(localDayOf(zone, event.atMs), rows.get(idOf(event))?.day ?? 0),
    async write(): Promise<void> {
      const held = createSums();
      const changed = [...rows].flatMap(([id, row]) => {
        const rest = left.get(id) ?? row.held;
        const less = amountOf((resource) => row.held[resource] - rest[resource]);
        if (less.micros === 0 && less.impressions === 0) return [];
        held.add([row.campaign], [-less.micros, -less.impressions]);
        return [[id, less.micros, less.impressions] as const];
      });
      await insertAll(
        query,
        changed,
        (values) => `update portions set
          held_micros = held_micros - cast(less.column2 as bigint),
          held_impressions = held_impressions - cast(less.column3 as bigint)
        from (values ${values}) as less where id = less.column1 returning id`,
      );
      await addHeld(query, held);
    },
  };
}

/**
 * Those of new bills, charges and losses that end the hold of their sale, or their part of it. A sale has one, and a caller
 * may send a loss beside the others: the first ends it, and of two that are new not the loss. The other would end the hold
 * of another sale.
 */
async function endingFacts(
  query: Query,
  facts: readonly SaleEvent[],
): Promise<ReadonlySet<SaleEvent>> {
  if (facts.length === 0) return new Set();
  const soldMs = facts.map(({ sale }) => sale.soldMs);
  const auctions = [...new Set(facts.map(({ sale }) => sale.auctionId))];
  const rows = await selectAll(query, auctions, selectStored, [
    soldMs.reduce((a, b) => Math.min(a, b)),
    soldMs.reduce((a, b) => Math.max(a, b)),
  ]);
  const stored = new Set(
    rows.map(({ auction_id, imp_id, kind }) => factKey(auction_id, imp_id, kind)),
  );
  const factOf = ({ auctionId, impId }: Sale, kind: string) => factKey(auctionId, impId, kind);
  const fresh = new Set(facts.map(({ sale, kind }) => factOf(sale, kind)));
  const isLost = (sale: Sale) =>
    stored.has(factOf(sale, 'loss')) && !fresh.has(factOf(sale, 'loss'));
  const isBilled = (sale: Sale) => {
    const { per } = sale.charge;
    const kinds = per === 'impression' ? [sale.billsOn] : [sale.billsOn, per];
    const keys = kinds.map((kind) => factOf(sale, kind));
    return keys.some((key) => stored.has(key) || fresh.has(key));
  };
  return new Set(facts.filter(({ sale, kind }) => !(kind === 'loss' ? isBilled : isLost)(sale)));
}

/** The time of the sale names the part of the table that its facts are in. */
const selectStored = (auctions: string) => `select auction_id, imp_id, kind from facts
  where sold_ms >= cast($1 as bigint) and sold_ms <= cast($2 as bigint) and auction_id in (${auctions})`;
