import { DAY_MS, dayOf } from '../lib/day.ts';
import type { Fact } from '../sale/fact.ts';
import { fillOutcome, type SaleOutcome } from '../sale/outcome-macros.ts';
import { insertAll, selectAll } from './bulk.ts';
import { columnText } from './column-text.ts';
import type { Query, Row, Value } from './database.ts';
import type { FactEntry, PartnerCalls } from './entry.ts';
import { factKey } from './fact-rows.ts';

/** Rows of one partner in the outbox. A partner that is down for long must not fill the disk or delay others. */
export const OUTBOX_ROWS_MAX = 100_000;

const URL_BYTES_MAX = 8192;

const INSERT_CALLS =
  'insert into partner_calls (auction_id, imp_id, kind, partner, urls, until_ms) values';
const INSERT_OUTBOX =
  'insert into outbox (id, partner, url, attempts, due_ms, lease_until_ms) values';

export type Arrivals = {
  /** Facts that were not stored before. */
  readonly facts: readonly Fact[];
  /** Entries of facts that carry their calls. */
  readonly entries: readonly FactEntry[];
  readonly calls: readonly PartnerCalls[];
  readonly nowMs: number;
  readonly rowsMax: number;
};

/**
 * Stores the partners' URLs, and moves those whose fact is known into the outbox. A fact and its URLs may arrive in
 * either order; the call is due when both are there. Resolves to the number of calls that the outbox had no room for.
 */
export async function enqueueCalls(query: Query, arrivals: Arrivals): Promise<number> {
  const { facts, calls, nowMs, rowsMax } = arrivals;
  const due = carriedRows(arrivals);
  const newCalls = await insertCalls(query, calls);
  const storedCalls = await selectAll(
    query,
    'select auction_id, imp_id, kind, partner, urls from partner_calls where auction_id in',
    auctionsOf(facts.map(({ sale }) => sale)),
  );
  const storedFacts = await selectAll(
    query,
    `select auction_id, imp_id, kind, price_micros, loss_code from facts
     where ${soldIn(calls)} auction_id in`,
    auctionsOf(newCalls.map(({ auction_id }) => ({ auctionId: String(auction_id) }))),
  );
  const paired: (readonly string[])[] = [];
  const pair = (call: Row | undefined, outcome: SaleOutcome | undefined) => {
    if (call === undefined || outcome === undefined) return;
    for (const row of dueRows(call, outcome, nowMs)) due.set(String(row[0]), row);
    paired.push([call.auction_id, call.imp_id, call.kind].map(String));
  };
  const storedCallByKey = byKey(storedCalls);
  for (const { kind, sale, priceMicros, lossCode } of facts) {
    const call = storedCallByKey.get(factKey(sale.auctionId, sale.impId, kind));
    pair(call, { priceMicros, lossCode });
  }
  const factByKey = byKey(storedFacts);
  for (const call of newCalls) {
    const row = factByKey.get(factKey(call.auction_id, call.imp_id, call.kind));
    pair(call, row && outcomeOf(row));
  }
  // A fact is recorded once, so these URLs are not needed again.
  await insertAll(query, {
    before: 'delete from partner_calls where (auction_id, imp_id, kind) in (values',
    after: ')',
    rows: paired,
  });
  return insertDue(query, [...due.values()], rowsMax);
}

/** The calls that came with new facts. */
function carriedRows({ facts, entries, nowMs }: Arrivals): Map<string, readonly Value[]> {
  const newFacts = new Set(facts);
  const due = new Map<string, readonly Value[]>();
  for (const { fact, calls = [] } of entries) {
    if (!newFacts.has(fact)) continue;
    const { auctionId, impId, partner } = fact.sale;
    calls.forEach((url, index) => {
      const id = `${auctionId}|${impId}|${fact.kind}|${index}`;
      due.set(id, [id, partner, columnText(url, URL_BYTES_MAX), 0, nowMs, 0]);
    });
  }
  return due;
}

/**
 * Spares Postgres the tables of other months. In whole days, since each different text is a statement to prepare. Empty
 * where URLs of an older Parley have no time.
 */
function soldIn(calls: readonly PartnerCalls[]): string {
  const times = calls.flatMap(({ soldMs }) => soldMs ?? []);
  if (times.length < calls.length || times.length === 0) return '';
  const fromDay = dayOf(times.reduce((a, b) => Math.min(a, b)));
  const toDay = dayOf(times.reduce((a, b) => Math.max(a, b))) + 1;
  return `sold_ms >= ${fromDay * DAY_MS} and sold_ms < ${toDay * DAY_MS} and`;
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
    before: INSERT_CALLS,
    after: 'on conflict do nothing returning auction_id, imp_id, kind, partner, urls',
    rows: [...rows.values()],
  });
}

async function insertDue(
  query: Query,
  due: readonly (readonly Value[])[],
  rowsMax: number,
): Promise<number> {
  if (due.length === 0) return 0;
  const byPartner = Map.groupBy(due, ([, partner]) => String(partner));
  const rows: (readonly Value[])[] = [];
  for (const [partner, own] of byPartner) {
    const count = 'select count(*) as waiting from outbox where partner = $1';
    const [found] = await query(count, [partner]);
    rows.push(...own.slice(0, Math.max(0, rowsMax - Number(found?.waiting ?? 0))));
  }
  await insertAll(query, { before: INSERT_OUTBOX, after: 'on conflict do nothing', rows });
  return due.length - rows.length;
}

function dueRows(call: Row, outcome: SaleOutcome, nowMs: number): readonly (readonly Value[])[] {
  const { auction_id, imp_id, kind, partner, urls } = call;
  return (JSON.parse(String(urls)) as readonly string[]).map((url, index) => [
    `${auction_id}|${imp_id}|${kind}|${index}`,
    String(partner),
    columnText(fillOutcome(url, outcome), URL_BYTES_MAX),
    0,
    nowMs,
    0,
  ]);
}

function outcomeOf({ price_micros, loss_code }: Row): SaleOutcome {
  const lossCode = loss_code === null ? undefined : Number(loss_code);
  return { priceMicros: Number(price_micros), lossCode };
}

function auctionsOf(sales: readonly { readonly auctionId: string }[]): readonly string[] {
  return [...new Set(sales.map(({ auctionId }) => auctionId))];
}

function byKey(rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [factKey(row.auction_id, row.imp_id, row.kind), row]));
}
