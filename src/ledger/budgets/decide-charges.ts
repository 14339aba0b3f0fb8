import type { Fact, SaleEvent, UnchargedReason } from '../../core/sale/fact.ts';
import { selectAll } from '../../lib/sql/bulk.ts';
import type { DatabaseKind, Query } from '../../lib/sql/database.ts';
import { updateCharges } from '../fact-rows.ts';
import { keyOf } from './account.ts';
import { type CampaignKnowledge, isEntered, isOwn, openBook } from './book.ts';

/** No person reads an ad and clicks on it in less. */
const CLICK_AFTER_MS_MIN = 1000;

export type DecidedCharges = {
  /** The new facts and conversions, with what each is charged. */
  readonly events: readonly SaleEvent[];
  /** Facts that were stored before with another reason, and are decided anew. */
  readonly late: readonly LateCharge[];
  /** Adds them to what campaigns have spent, and ends what their sales hold. The spend is always their exact sum. */
  readonly settle: () => Promise<void>;
};

type LateCharge = { readonly fact: SaleEvent; readonly before: UnchargedReason };

/**
 * Decides what new facts and conversions are charged, in the transaction that has just stored them. A click is charged if the ad was
 * shown a second before it, at least: the impression and the notice that bills tell, whichever is the earlier. They may
 * come from other machines and in any order, so a click that was not charged for that reason is looked at again with
 * each of them. The outcome is the same in every order, as long as the budget lasts.
 */
export async function decideCharges(
  query: Query,
  kind: DatabaseKind,
  stored: readonly SaleEvent[],
  knowledge: CampaignKnowledge,
): Promise<DecidedCharges> {
  const concerned = stored.filter((fact) => isConcerned(fact, knowledge));
  await lockCampaigns(query, kind, new Set(concerned.map(({ sale }) => keyOf(sale))));
  const { timed, late } = await decideByTime(query, stored);
  const own = [...timed, ...late.map(({ fact }) => fact)].filter(
    (event) => isOwn(event, knowledge) && isEntered(event),
  );
  const book = await openBook(query, kind, own, knowledge);
  const entered = book.enter();
  const events = timed.map((event) => entered.get(event) ?? event);
  const lateDecided = late.map(({ fact, before }) => ({ fact: entered.get(fact) ?? fact, before }));
  const changed = events.filter((event, index) => event !== stored[index]);
  await updateCharges(query, [...changed, ...lateDecided.map(({ fact }) => fact)]);
  return { events, late: lateDecided, settle: book.write };
}

/** Whether the spend of a campaign, or whether a click counts, may depend on it. */
function isConcerned(fact: SaleEvent, knowledge: CampaignKnowledge): boolean {
  return isClickCharged(fact) || (isOwn(fact, knowledge) && isEntered(fact));
}

const isClickCharged = ({ kind, sale }: SaleEvent) =>
  sale.charge.per === 'click' && !sale.isTest && (kind === 'click' || isShown(kind, sale.billsOn));

const isShown = (kind: string, billsOn: string) => kind === 'impression' || kind === billsOn;

/** Campaigns share locks, because a Postgres has few thousands of them. */
const LOCKS = 64;
const LOCK_CLASS = 0x6368;

/**
 * Lets machines decide on the charges of a campaign one after the other, from here to the end of their transactions. A
 * machine reads what others have stored only afterwards, so of two facts of a sale the later one finds the earlier.
 * SQLite has one transaction at a time.
 */
async function lockCampaigns(
  query: Query,
  kind: DatabaseKind,
  keys: ReadonlySet<string>,
): Promise<void> {
  if (kind === 'sqlite') return;
  const locks = new Set([...keys].map((key) => Bun.hash.xxHash32(key) % LOCKS));
  // In one order, so that machines never wait in a circle.
  for (const lock of [...locks].toSorted((a, b) => a - b)) {
    await query(`select pg_advisory_xact_lock(${LOCK_CLASS}, ${lock})`);
  }
}

type SaleEvents = {
  /** When the ad was shown, as far as is known. */
  shownMs: number;
  click?: { readonly atMs: number; readonly uncharged: string };
};

const saleKey = (auctionId: unknown, impId: unknown) => JSON.stringify([auctionId, impId]);

/** Everything that is stored, by this transaction too. */
async function readEvents(
  query: Query,
  facts: readonly SaleEvent[],
): Promise<ReadonlyMap<string, SaleEvents>> {
  const auctions = new Set(facts.map(({ sale }) => sale.auctionId));
  const rows = await selectAll(
    query,
    [...auctions],
    (ids) => `select auction_id, imp_id, kind, at_ms, uncharged, bills_on from facts
    where kind in ('click', 'impression', 'bill', 'win') and auction_id in (${ids})`,
  );
  const events = new Map<string, SaleEvents>();
  for (const row of rows) {
    const key = saleKey(row.auction_id, row.imp_id);
    const known = events.get(key) ?? { shownMs: Number.POSITIVE_INFINITY };
    events.set(key, known);
    const atMs = Number(row.at_ms);
    if (row.kind === 'click') known.click = { atMs, uncharged: String(row.uncharged) };
    else if (isShown(String(row.kind), String(row.bills_on))) {
      known.shownMs = Math.min(known.shownMs, atMs);
    }
  }
  return events;
}

/** What speaks against a click, of which only the times are known. */
function reasonOf(clickMs: number, shownMs: number): UnchargedReason | undefined {
  if (clickMs < shownMs) return 'before-impression';
  return clickMs - shownMs < CLICK_AFTER_MS_MIN ? 'too-soon' : undefined;
}

/** The new facts and the clicks of before that are judged otherwise now, each by the times of its sale. */
async function decideByTime(query: Query, stored: readonly SaleEvent[]) {
  const clickCharged = stored.filter(isClickCharged);
  const events = clickCharged.length === 0 ? new Map() : await readEvents(query, clickCharged);
  const eventsOf = ({ sale }: SaleEvent): SaleEvents | undefined =>
    events.get(saleKey(sale.auctionId, sale.impId));
  const isNewClick = new Set(
    stored.flatMap(({ kind, sale }) =>
      kind === 'click' ? saleKey(sale.auctionId, sale.impId) : [],
    ),
  );
  const timed = stored.map((fact) => {
    if (fact.kind !== 'click' || !isClickCharged(fact) || fact.uncharged !== undefined) return fact;
    const uncharged = reasonOf(fact.atMs, eventsOf(fact)?.shownMs ?? Number.POSITIVE_INFINITY);
    return uncharged === undefined ? fact : { ...fact, uncharged };
  });
  const late = new Map<string, LateCharge>();
  for (const fact of clickCharged) {
    const key = saleKey(fact.sale.auctionId, fact.sale.impId);
    const { click, shownMs = 0 } = eventsOf(fact) ?? {};
    if (click === undefined || isNewClick.has(key) || late.has(key)) continue;
    const before = click.uncharged;
    if (before !== 'before-impression' && before !== 'too-soon') continue;
    const uncharged = reasonOf(click.atMs, shownMs);
    if (uncharged === before) continue;
    const { sale } = fact;
    const again: Fact = {
      kind: 'click',
      atMs: click.atMs,
      sale,
      priceMicros: sale.priceMicros,
      ...(uncharged === undefined ? {} : { uncharged }),
    };
    late.set(key, { fact: again, before });
  }
  return { timed, late: [...late.values()] };
}
