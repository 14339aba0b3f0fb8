import type { Fact } from '../sale/fact.ts';
import { fillOutcome, type SaleOutcome } from '../sale/outcome-macros.ts';
import { insertAll, selectAll } from './bulk.ts';
import type { DatabaseKind, Query, Row, Value } from './database.ts';
import type { PartnerCalls } from './entry.ts';
import { factKey } from './fact-rows.ts';
import type { DueUrl } from './queue-calls.ts';

/**
 * Version 0.1 stored the URLs of a partner at the sale (`partner_calls`), and its notices do not carry them. Its URLs
 * and facts come in either order; a URL is due when both are there.
 */
export type From01 = {
  /** New facts without URLs of their own. */
  readonly facts: readonly Fact[];
  readonly calls: readonly PartnerCalls[];
};

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

/** Stores the URLs. Resolves to those of all that are due now, with their macros filled. */
export async function dueOfStoredCalls(
  query: Query,
  { facts, calls }: From01,
): Promise<readonly DueUrl[]> {
  // Before the new URLs are stored: those are compared with all facts, new ones included.
  const stored = byKey(
    await selectAll(
      query,
      'select auction_id, imp_id, kind, partner, urls from partner_calls where auction_id in',
      [...new Set(facts.map(({ sale }) => sale.auctionId))],
    ),
  );
  const ofFacts = facts.flatMap((fact) => {
    const { kind, sale, priceMicros, lossCode } = fact;
    const row = stored.get(factKey(sale.auctionId, sale.impId, kind));
    return row === undefined ? [] : filled(row, { priceMicros, lossCode });
  });
  return [...ofFacts, ...(await dueOfNewCalls(query, calls))];
}

async function dueOfNewCalls(
  query: Query,
  calls: readonly PartnerCalls[],
): Promise<readonly DueUrl[]> {
  const inserted = await insertCalls(query, calls);
  const facts = byKey(
    await selectAll(
      query,
      'select auction_id, imp_id, kind, price_micros, loss_code from facts where auction_id in',
      [...new Set(inserted.map(({ auction_id }) => String(auction_id)))],
    ),
  );
  return inserted.flatMap((row) => {
    const fact = facts.get(keyOf(row));
    if (fact === undefined) return [];
    return filled(row, { priceMicros: Number(fact.price_micros), lossCode: lossCodeOf(fact) });
  });
}

async function insertCalls(query: Query, calls: readonly PartnerCalls[]): Promise<readonly Row[]> {
  const rows = new Map<string, readonly Value[]>();
  for (const { auctionId, impId, partner, untilMs, clickUntilMs = untilMs, urls } of calls) {
    for (const [kind, list] of Object.entries(urls)) {
      const endMs = kind === 'click' ? clickUntilMs : untilMs;
      const row = [auctionId, impId, kind, partner, JSON.stringify(list), endMs];
      const key = factKey(auctionId, impId, kind);
      if (list.length > 0 && !rows.has(key)) rows.set(key, row);
    }
  }
  return insertAll(query, {
    before: 'insert into partner_calls (auction_id, imp_id, kind, partner, urls, until_ms) values',
    after: 'on conflict do nothing returning auction_id, imp_id, kind, partner, urls',
    rows: [...rows.values()],
  });
}

function filled({ auction_id, imp_id, kind, partner, urls }: Row, outcome: SaleOutcome): DueUrl[] {
  return (JSON.parse(String(urls)) as readonly string[]).map((url, index) => ({
    id: `${auction_id}|${imp_id}|${kind}|${index}`,
    partner: String(partner),
    url: fillOutcome(url, outcome),
  }));
}

/** Null where the fact is no loss. */
function lossCodeOf({ loss_code }: Row): number | undefined {
  return loss_code === null ? undefined : Number(loss_code);
}

function byKey(rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [keyOf(row), row]));
}

function keyOf({ auction_id, imp_id, kind }: Row): string {
  return factKey(auction_id, imp_id, kind);
}
