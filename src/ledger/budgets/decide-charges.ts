import {
  dueNanos,
  earnedNanos,
  type Fact,
  type SaleEvent,
  spendNanos,
  type UnchargedReason,
} from '../../core/sale/fact.ts';
import { localDayOf, localDaySpan } from '../../lib/local-day.ts';
import { impressionMicros } from '../../lib/money.ts';
import { createSums, selectAll } from '../../lib/sql/bulk.ts';
import type { DatabaseKind, Query, Row } from '../../lib/sql/database.ts';
import { UTC } from '../../lib/time-zone.ts';
import { updateCharges } from '../fact-rows.ts';
import {
  type Account,
  type AccountOf,
  type Amount,
  amountOf,
  type BudgetResource,
  keyOf,
  limitOf,
  NOTHING,
} from './account.ts';
import {
  addSpent,
  addToDays,
  addToPortions,
  createRows,
  lockRows,
  portionId,
  readHeldForImpressions,
  readPortions,
  readSpentDays,
  type SpentDay,
} from './budget-rows.ts';

/** What the drain knows of campaigns. */
export type CampaignKnowledge = {
  /** The names of the partners whose campaigns are not in our config. */
  readonly remotePartners: ReadonlySet<string>;
  /** A campaign that this machine does not know has no limit. */
  readonly accountOf: AccountOf;
};

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
 *
 * The rows of the campaigns are locked from here to the end of the transaction, so that machines decide on a campaign one after
 * the other. A machine reads what others have stored only afterwards: of two facts of a sale the later one finds the earlier.
 */
export async function decideCharges(
  query: Query,
  kind: DatabaseKind,
  stored: readonly SaleEvent[],
  knowledge: CampaignKnowledge,
): Promise<DecidedCharges> {
  const concerned = stored.filter(
    (event) => isOwn(event, knowledge) && (isEntered(event) || isClickCharged(event)),
  );
  const keys = concerned.map(({ sale }) => keyOf(sale));
  await createRows(query, keys, null);
  const rows = await lockRows(query, kind, keys);
  const facts = await readStored(query, stored.filter(isOfOthers));
  const { timed, late } = decideByTime(stored, facts);
  const all = [...timed, ...late.map(({ fact }) => fact)];
  const own = all.filter((event) => isOwn(event, knowledge) && isEntered(event));
  const { entered, write } = await enter(query, own, { rows, facts }, knowledge);
  const events = timed.map((event) => entered.get(event) ?? event);
  const lateDecided = late.map(({ fact, before }) => ({ fact: entered.get(fact) ?? fact, before }));
  const changed = events.filter((event, index) => event !== stored[index]);
  await updateCharges(query, [...changed, ...lateDecided.map(({ fact }) => fact)]);
  return { events, late: lateDecided, settle: write };
}

/** Whether it is of a campaign of ours. A partner that is in no config any more counts: it may come back. */
function isOwn({ sale }: SaleEvent, { remotePartners }: CampaignKnowledge): boolean {
  return !sale.isTest && sale.campaign !== '' && !remotePartners.has(sale.partner);
}

/**
 * What of the hold of its sale a fact ends. The expected charge of a sale that is charged for a click or a conversion stays
 * held until that comes, or the portion ends. A sale can have several conversions, and has one hold.
 */
function endedBy({ kind, sale, uncharged }: SaleEvent): Amount | undefined {
  if (kind === 'conversion') return undefined;
  const micros = impressionMicros(sale.priceMicros);
  const { per } = sale.charge;
  if (kind === 'loss') return { micros, impressions: 1 };
  if (kind === sale.billsOn) return { micros: per === 'impression' ? micros : 0, impressions: 1 };
  const isCharged = uncharged === undefined || uncharged === 'over-budget';
  return per !== 'impression' && kind === per && isCharged ? { micros, impressions: 0 } : undefined;
}

/** Whether it counts to what its campaign has spent. A loss is nothing spent. */
const isSpent = (event: SaleEvent) =>
  event.kind === 'conversion' || (event.kind !== 'loss' && endedBy(event) !== undefined);

/** Whether it changes anything in the row of its campaign. */
const isEntered = (event: SaleEvent) =>
  isSpent(event) || (event.sale.portion !== 0 && endedBy(event) !== undefined);

/** Whether other facts of its sale say what becomes of it. */
const isOfOthers = (event: SaleEvent) =>
  isClickCharged(event) || (event.sale.portion !== 0 && endedBy(event) !== undefined);

const isExpected = ({ sale }: SaleEvent) => sale.charge.per !== 'impression';

/**
 * Charges facts and conversions of campaigns whose rows are locked, the earliest first. `entered` has each with what it is charged:
 * what remains is recorded and not charged.
 */
async function enter(
  query: Query,
  events: readonly SaleEvent[],
  { rows, facts }: { readonly rows: ReadonlyMap<string, Row>; readonly facts: Stored },
  { accountOf }: CampaignKnowledge,
) {
  const inOrder = events.toSorted((a, b) => a.atMs - b.atMs);
  const keys = [...new Set(events.map(({ sale }) => keyOf(sale)))].toSorted();
  const expecting = events.flatMap((event) => (isExpected(event) ? keyOf(event.sale) : []));
  const forImpressions = await readHeldForImpressions(query, [...new Set(expecting)].toSorted());
  const earliestMs = (inOrder[0]?.atMs ?? 0) - DAY_MS_MAX;
  const spentDays = await readSpentDays(query, keys, earliestMs);
  const pages = new Map(
    keys.map((key) => {
      const heldForImpressionsMicros = forImpressions.get(key) ?? 0;
      const known = {
        row: rows.get(key) ?? {},
        days: spentDays.get(key),
        heldForImpressionsMicros,
      };
      return [key, openPage(accountOf(key), known)];
    }),
  );
  const idOf = ({ sale }: SaleEvent) => portionId(keyOf(sale), sale.portion);
  const ofPortions = events.filter(({ sale }) => sale.portion !== 0);
  const isNewLoss = new Set(events.filter(({ kind }) => kind === 'loss').map(keyOfSale));
  const portions = await readPortions(query, [...new Set(ofPortions.map(idOf))]);
  const left = new Map<string, Record<BudgetResource, number>>();
  for (const [id, { held }] of portions) left.set(id, { ...held });
  const ofRows = createSums();
  const ofDays = createSums();
  const released = createSums();

  /** Ends what the fact ends, and returns it: nothing where its portion has ended, or another fact was before it. */
  function release(event: SaleEvent): Amount {
    const row = left.get(idOf(event));
    const ended = endedBy(event);
    if (row === undefined || ended === undefined || !isEnding(event, facts, isNewLoss))
      return NOTHING;
    // Resources that the budget does not limit are not held.
    const { micros, impressions } = amountOf((resource) =>
      Math.min(row[resource], ended[resource]),
    );
    if (micros === 0 && impressions === 0) return NOTHING;
    row.micros -= micros;
    row.impressions -= impressions;
    released.add([idOf(event)], [-micros, -impressions, 0, 0]);
    ofRows.add([keyOf(event.sale)], [-micros, -impressions, 0, 0, 0]);
    return { micros, impressions };
  }

  function charge(event: SaleEvent): SaleEvent {
    const key = keyOf(event.sale);
    const page = pages.get(key);
    const own = release(event);
    if (page === undefined) return event;
    page.release(event, own);
    if (!isSpent(event)) return event;
    // A clock that is behind at midnight would fill the day before with money of the day of its portion.
    const atMs = Math.max(event.atMs, portions.get(idOf(event))?.fromMs ?? 0);
    const { settled, endsMs } = page.charge(event, own, atMs);
    const nanos = spendNanos(settled);
    const impressions = event.kind === event.sale.billsOn ? 1 : 0;
    ofRows.add([key], [0, 0, nanos, earnedNanos(settled), impressions]);
    ofDays.add([key, endsMs], [nanos, impressions]);
    return settled;
  }

  return {
    entered: new Map(inOrder.map((event) => [event, charge(event)])),
    async write(): Promise<void> {
      await addSpent(query, ofRows);
      await addToDays(query, ofDays);
      await addToPortions(query, released);
    },
  };
}

const NANOS_PER_MICRO = 1000;

/** In a few time zones a day has 22 or 26 hours. */
const DAY_MS_MIN = 22 * 3_600_000;
const DAY_MS_MAX = 26 * 3_600_000;

type KnownOfPage = {
  readonly row: Row;
  readonly days: readonly SpentDay[] | undefined;
  readonly heldForImpressionsMicros: number;
};

/** What a campaign may be charged, as its facts come in. */
function openPage(account: Account | undefined, known: KnownOfPage) {
  const { row, heldForImpressionsMicros } = known;
  const zone = account?.zone ?? UTC;
  const limit = account && limitOf(account, 'micros');
  const totalMax = (limit?.total ?? Number.POSITIVE_INFINITY) * NANOS_PER_MICRO;
  const dailyMax = (limit?.daily ?? Number.POSITIVE_INFINITY) * NANOS_PER_MICRO;
  const days = (known.days ?? []).map((day) => ({ ...day }));
  let totalNanos = Number(row.spent_total_nanos ?? 0);
  let heldNanos = Number(row.held_micros ?? 0) * NANOS_PER_MICRO;
  let forImpressionsNanos = heldForImpressionsMicros * NANOS_PER_MICRO;
  let day = { fromMs: 0, toMs: 0 };

  /** Of a day, and of days of another time zone that a part of it is in: the next day ends 22 hours later at the earliest. */
  function spentOn({ fromMs, toMs }: typeof day): number {
    const nextMs = toMs + DAY_MS_MIN;
    return days.reduce(
      (sum, { endsMs, nanos }) => (endsMs > fromMs && endsMs < nextMs ? sum + nanos : sum),
      0,
    );
  }

  return {
    release(event: SaleEvent, { micros }: Amount): void {
      heldNanos -= micros * NANOS_PER_MICRO;
      if (!isExpected(event)) forImpressionsNanos -= micros * NANOS_PER_MICRO;
    },
    /** `own` is what was held for it, and is released. */
    charge(event: SaleEvent, own: Amount, atMs: number) {
      if (atMs < day.fromMs || atMs >= day.toMs) day = localDaySpan(zone, localDayOf(zone, atMs));
      const left = Math.min(totalMax - totalNanos, dailyMax - spentOn(day));
      // A click or a conversion is worth more than the one chance of it that was held: it gets what other chances hold too,
      // but nothing that impressions are charged from. An impression gets what is held for it, and what nobody holds.
      const payable = isExpected(event)
        ? left - forImpressionsNanos
        : Math.max(own.micros * NANOS_PER_MICRO, left - heldNanos);
      const due = event.uncharged === undefined ? dueNanos(event) : 0;
      const charged = Math.max(0, Math.min(due, payable));
      const settled: SaleEvent =
        charged < due ? { ...event, uncharged: 'over-budget', chargedNanos: charged } : event;
      const nanos = spendNanos(settled);
      totalNanos += nanos;
      const endsMs = day.toMs;
      const today = days.find((one) => one.endsMs === endsMs);
      if (today === undefined) days.push({ endsMs, nanos });
      else today.nanos += nanos;
      return { settled, endsMs };
    },
  };
}

/**
 * Whether a new bill, charge or loss ends the hold of its sale, or its part of it. A sale has one, and a caller may send a loss
 * beside the others: the first ends it, and of two that are new not the loss. The other would end the hold of another sale.
 */
function isEnding(event: SaleEvent, stored: Stored, isNewLoss: ReadonlySet<string>): boolean {
  const { kind, sale } = event;
  const key = keyOfSale(event);
  const facts = stored.get(key);
  if (kind !== 'loss') return !facts?.has('loss') || isNewLoss.has(key);
  const { per } = sale.charge;
  return !facts?.has(sale.billsOn) && (per === 'impression' || !facts?.has(per));
}

/** No person reads an ad and clicks on it in less. */
const CLICK_AFTER_MS_MIN = 1000;

const isClickCharged = ({ kind, sale }: SaleEvent) =>
  sale.charge.per === 'click' && !sale.isTest && (kind === 'click' || isShown(kind, sale.billsOn));

const isShown = (kind: string, billsOn: string) => kind === 'impression' || kind === billsOn;

/** What is stored of a sale, by this transaction too: when each fact came, and why it was not charged. */
type StoredSale = ReadonlyMap<string, { readonly atMs: number; readonly uncharged: string }>;

const saleKey = (auctionId: unknown, impId: unknown) => JSON.stringify([auctionId, impId]);
const keyOfSale = ({ sale }: SaleEvent) => saleKey(sale.auctionId, sale.impId);

async function readStored(query: Query, events: readonly SaleEvent[]) {
  const found = new Map<
    string,
    Map<string, { readonly atMs: number; readonly uncharged: string }>
  >();
  if (events.length === 0) return found;
  const soldMs = events.map(({ sale }) => sale.soldMs);
  const rows = await selectAll(
    query,
    [...new Set(events.map(({ sale }) => sale.auctionId))],
    // The time of the sale names the part of the table that its facts are in.
    (auctions) => `select auction_id, imp_id, kind, at_ms, uncharged from facts
      where sold_ms >= cast($1 as bigint) and sold_ms <= cast($2 as bigint) and auction_id in (${auctions})`,
    [soldMs.reduce((a, b) => Math.min(a, b)), soldMs.reduce((a, b) => Math.max(a, b))],
  );
  for (const { auction_id, imp_id, kind, at_ms, uncharged } of rows) {
    const key = saleKey(auction_id, imp_id);
    const sale = found.get(key) ?? new Map();
    found.set(key, sale.set(String(kind), { atMs: Number(at_ms), uncharged: String(uncharged) }));
  }
  return found;
}

type Stored = ReadonlyMap<string, StoredSale>;

/** When the ad was shown, as far as is known. */
function shownMs({ sale }: SaleEvent, facts: StoredSale | undefined): number {
  const times = ['impression', sale.billsOn].map((kind) => facts?.get(kind)?.atMs);
  return Math.min(...times.map((atMs) => atMs ?? Number.POSITIVE_INFINITY));
}

/** What speaks against a click, of which only the times are known. */
function reasonOf(clickMs: number, shownMs: number): UnchargedReason | undefined {
  if (clickMs < shownMs) return 'before-impression';
  return clickMs - shownMs < CLICK_AFTER_MS_MIN ? 'too-soon' : undefined;
}

/** The new facts and the clicks of before that are judged otherwise now, each by the times of its sale. */
function decideByTime(events: readonly SaleEvent[], stored: Stored) {
  const late = new Map<string, LateCharge>();
  const isNewClick = new Set(events.filter(({ kind }) => kind === 'click').map(keyOfSale));
  const timed = events.map((event) => {
    if (!isClickCharged(event)) return event;
    const facts = stored.get(keyOfSale(event));
    if (event.kind === 'click') {
      if (event.uncharged !== undefined) return event;
      const uncharged = reasonOf(event.atMs, shownMs(event, facts));
      return uncharged === undefined ? event : { ...event, uncharged };
    }
    const click = facts?.get('click');
    if (click === undefined || isNewClick.has(keyOfSale(event))) return event;
    const { atMs, uncharged: before } = click;
    const uncharged = reasonOf(atMs, shownMs(event, facts));
    if ((before === 'before-impression' || before === 'too-soon') && uncharged !== before) {
      const { sale } = event;
      const again: Fact = { kind: 'click', atMs, sale, priceMicros: sale.priceMicros };
      const fact = uncharged === undefined ? again : { ...again, uncharged };
      late.set(keyOfSale(event), { fact, before });
    }
    return event;
  });
  return { timed, late: [...late.values()] };
}
