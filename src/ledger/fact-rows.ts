import { type Fact, spendNanos } from '../sale/fact.ts';
import { insertAll } from './bulk.ts';
import type { Query, Value } from './database.ts';
import { FACT_COLUMNS } from './schema.ts';

const INSERT = `insert into facts (${FACT_COLUMNS.join(', ')}) values`;
const ONCE = 'on conflict do nothing returning auction_id, imp_id, kind';

/** The identity of a fact, as text. */
export function factKey(auctionId: unknown, impId: unknown, kind: unknown): string {
  return JSON.stringify([auctionId, impId, kind]);
}

/** Inserts the facts that are not stored yet. Resolves to those. */
export async function insertFacts(query: Query, facts: readonly Fact[]): Promise<readonly Fact[]> {
  const byKey = new Map<string, Fact>();
  for (const fact of facts) {
    const key = factKey(fact.sale.auctionId, fact.sale.impId, fact.kind);
    // Of duplicates in one batch the first counts, as if they had arrived one by one.
    if (!byKey.has(key)) byKey.set(key, fact);
  }
  const rows = [...byKey.values()].map(valuesOf);
  const inserted = await insertAll(query, { before: INSERT, after: ONCE, rows });
  return inserted.flatMap(
    ({ auction_id, imp_id, kind }) => byKey.get(factKey(auction_id, imp_id, kind)) ?? [],
  );
}

/** In the order of the columns. */
function valuesOf(fact: Fact): readonly Value[] {
  const { kind, atMs, priceMicros, lossCode, sale } = fact;
  const { publisher, country, format, intent, funnel, sentiment, turn } = sale.dimensions;
  return [
    sale.auctionId,
    sale.impId,
    kind,
    atMs,
    priceMicros,
    lossCode ?? null,
    spendNanos(fact),
    sale.soldMs,
    sale.partner,
    sale.seat,
    sale.campaign,
    sale.creative,
    sale.priceMicros,
    sale.billsOn,
    sale.isTest ? 1 : 0,
    sale.machine,
    publisher,
    country,
    format,
    intent,
    funnel,
    sentiment,
    turn,
  ];
}
