import type { Fact } from '../sale/fact.ts';
import { fillOutcome } from '../sale/outcome-macros.ts';
import { insertAll, selectAll } from './bulk.ts';
import type { DatabaseKind, Query, Row, SqlValue } from './database.ts';
import type { StoredCalls } from './entry.ts';
import { factKey } from './fact-rows.ts';
import type { DueUrl } from './queue-calls.ts';

const LOCK = 0x7063;

/**
 * Two machines that store a fact and its URLs at the same time would not see each other's row. Whoever stores URLs
 * excludes all others; those who only look them up do not exclude each other. On SQLite the transaction does.
 */
export async function excludeOthers(
  query: Query,
  kind: DatabaseKind,
  { facts, calls }: { readonly facts: number; readonly calls: number },
): Promise<void> {
  if (kind === 'sqlite' || facts + calls === 0) return;
  await query(`select pg_advisory_xact_lock${calls > 0 ? '' : '_shared'}(${LOCK}, 0)`);
}

const selectDue = (auctions: string) =>
  `select auction_id, imp_id, kind, c.partner, urls, price_micros, loss_code
  from partner_calls c join facts using (auction_id, imp_id, kind) where auction_id in (${auctions})`;

/**
 * Version 0.1 stored the URLs of a partner at the sale (`partner_calls`), and its notices do not carry them. Its URLs
 * and facts come in either order; a URL is due when both are there. Takes new facts without URLs of their own, and
 * stores the URLs. Resolves to those of all that are due now, with their macros filled.
 */
export async function dueOfStoredCalls(
  query: Query,
  facts: readonly Fact[],
  calls: readonly StoredCalls[],
): Promise<readonly DueUrl[]> {
  const inserted = await insertCalls(query, calls);
  const ofFacts: readonly Row[] = facts.map(({ sale, kind }) => {
    return { auction_id: sale.auctionId, imp_id: sale.impId, kind };
  });
  const isNew = new Set([...inserted, ...ofFacts].map(keyOf));
  const auctions = new Set([...inserted, ...ofFacts].map(({ auction_id }) => String(auction_id)));
  const rows = await selectAll(query, [...auctions], selectDue);
  return rows.filter((row) => isNew.has(keyOf(row))).flatMap(filled);
}

async function insertCalls(query: Query, calls: readonly StoredCalls[]): Promise<readonly Row[]> {
  const rows = new Map<string, readonly SqlValue[]>();
  for (const { auctionId, impId, partner, untilMs, clickUntilMs = untilMs, urls } of calls) {
    for (const [kind, list] of Object.entries(urls)) {
      const endMs = kind === 'click' ? clickUntilMs : untilMs;
      const row = [auctionId, impId, kind, partner, JSON.stringify(list), endMs];
      const key = factKey(auctionId, impId, kind);
      if (list.length > 0 && !rows.has(key)) rows.set(key, row);
    }
  }
  const insertOnce = (values: string) =>
    `insert into partner_calls (auction_id, imp_id, kind, partner, urls, until_ms) values ${values}
    on conflict do nothing returning auction_id, imp_id, kind`;
  return insertAll(query, [...rows.values()], insertOnce);
}

function filled(row: Row): readonly DueUrl[] {
  const { auction_id, imp_id, kind, partner, price_micros, loss_code } = row;
  // Null where the fact is no loss.
  const lossCode = loss_code === null ? undefined : Number(loss_code);
  const outcome = { priceMicros: Number(price_micros), lossCode };
  return (JSON.parse(String(row.urls)) as readonly string[]).map((url, index) => ({
    id: `${auction_id}|${imp_id}|${kind}|${index}`,
    partner: String(partner),
    url: fillOutcome(url, outcome),
  }));
}

function keyOf({ auction_id, imp_id, kind }: Row): string {
  return factKey(auction_id, imp_id, kind);
}
