import type { Sale, SaleEvent } from '../../core/sale/fact.ts';
import { selectAll } from '../../lib/sql/bulk.ts';
import type { Query } from '../../lib/sql/database.ts';
import { factKey } from '../fact-rows.ts';

/**
 * Those of new bills, charges and losses that end the reservation of their sale, or their part of it. A sale has one, and
 * a caller may send a loss beside the others: the first ends it, and of two that are new not the loss. The other would
 * end the reservation of another sale.
 */
export async function endingFacts(
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
  const keyOf = ({ auctionId, impId }: Sale, kind: string) => factKey(auctionId, impId, kind);
  const fresh = new Set(facts.map(({ sale, kind }) => keyOf(sale, kind)));
  const isLost = (sale: Sale) => stored.has(keyOf(sale, 'loss')) && !fresh.has(keyOf(sale, 'loss'));
  const isBilled = (sale: Sale) => {
    const { per } = sale.charge;
    const kinds = per === 'impression' ? [sale.billsOn] : [sale.billsOn, per];
    const keys = kinds.map((kind) => keyOf(sale, kind));
    return keys.some((key) => stored.has(key) || fresh.has(key));
  };
  return new Set(facts.filter(({ sale, kind }) => !(kind === 'loss' ? isBilled : isLost)(sale)));
}

/** The time of the sale names the part of the table that its facts are in. */
const selectStored = (auctions: string) => `select auction_id, imp_id, kind from facts
  where sold_ms >= cast($1 as bigint) and sold_ms <= cast($2 as bigint) and auction_id in (${auctions})`;
