import {
  dueNanos,
  earnedNanos,
  type Sale,
  type SaleEvent,
  spendNanos,
} from '../../core/sale/fact.ts';
import { localDayOf } from '../../lib/local-day.ts';
import { impressionMicros } from '../../lib/money.ts';
import { insertAll, selectAll } from '../../lib/sql/bulk.ts';
import type { DatabaseKind, Query, Row } from '../../lib/sql/database.ts';
import { UTC } from '../../lib/time-zone.ts';
import { factKey } from '../fact-rows.ts';
import {
  type Account,
  type AccountOf,
  type Amount,
  amountOf,
  type BudgetResource,
  keyOf,
  limitOf,
  NOTHING,
  RESOURCES,
} from './account.ts';
import { portionId, readHeldForImpressions, readPortions } from './portion-rows.ts';

/** What the drain knows of campaigns. */
export type CampaignKnowledge = {
  /** The names of the partners whose campaigns are not in our config. */
  readonly remotePartners: ReadonlySet<string>;
  /** A campaign that this machine does not know has no limit. */
  readonly accountOf: AccountOf;
};

const NANOS_PER_MICRO = 1000;

/** Whether it is of a campaign of ours. A partner that is in no config any more counts: it may come back. */
export function isOwn({ sale }: SaleEvent, { remotePartners }: CampaignKnowledge): boolean {
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
export const isEntered = (event: SaleEvent) =>
  isSpent(event) || (event.sale.portion !== 0 && endedBy(event) !== undefined);

const isExpected = ({ sale }: SaleEvent) => sale.charge.per !== 'impression';

/** In the transaction that stores them: the facts and conversions of campaigns, and the rows of these, locked until its end. */
export async function openBook(
  query: Query,
  kind: DatabaseKind,
  events: readonly SaleEvent[],
  { accountOf }: CampaignKnowledge,
) {
  const keys = [...new Set(events.map(({ sale }) => keyOf(sale)))].toSorted();
  const rows = await lockRows(query, kind, keys, accountOf);
  const expecting = events.flatMap((event) => (isExpected(event) ? keyOf(event.sale) : []));
  const forImpressions = await readHeldForImpressions(query, [...new Set(expecting)].toSorted());
  const pages = new Map(
    keys.map((key) => [
      key,
      openPage(rows.get(key) ?? {}, accountOf(key), forImpressions.get(key) ?? 0),
    ]),
  );

  const idOf = ({ sale }: SaleEvent) => portionId(keyOf(sale), sale.portion);
  const ofPortions = events.filter(({ sale }) => sale.portion !== 0);
  const ending = await endingFacts(
    query,
    ofPortions.filter((event) => endedBy(event) !== undefined),
  );
  const portions = await readPortions(query, [...new Set(ofPortions.map(idOf))]);
  const left = new Map<string, Record<BudgetResource, number>>();
  for (const [id, { held }] of portions) left.set(id, { ...held });

  /** Ends what the fact ends, and returns it: nothing where its portion has ended, or another fact was before it. */
  function release(event: SaleEvent): Amount {
    const row = left.get(idOf(event));
    const ended = ending.has(event) ? endedBy(event) : undefined;
    if (row === undefined || ended === undefined) return NOTHING;
    // Resources that the budget does not limit are not held.
    const released = amountOf((resource) => Math.min(row[resource], ended[resource]));
    for (const resource of RESOURCES) row[resource] -= released[resource];
    return released;
  }

  return {
    /** The events, the earliest charged first: each with what it is charged. What remains is recorded and not charged. */
    enter(): ReadonlyMap<SaleEvent, SaleEvent> {
      const entered = new Map<SaleEvent, SaleEvent>();
      for (const event of events.toSorted((a, b) => a.atMs - b.atMs)) {
        const page = pages.get(keyOf(event.sale));
        const portionDay = portions.get(idOf(event))?.day ?? 0;
        if (page) entered.set(event, page.enter(event, release(event), portionDay));
      }
      return entered;
    },
    async write(): Promise<void> {
      const changes = [...pages].flatMap(([key, page]) => page.changes(key));
      await insertAll(query, changes, updateRows);
      const released = [...portions].flatMap(([id, { held }]) => {
        const rest = left.get(id) ?? held;
        const less = amountOf((resource) => held[resource] - rest[resource]);
        return less.micros === 0 && less.impressions === 0
          ? []
          : [[id, less.micros, less.impressions] as const];
      });
      await insertAll(query, released, updatePortions);
    },
  };
}

const updatePortions = (values: string) => `update portions set
    held_micros = held_micros - cast(less.column2 as bigint),
    held_impressions = held_impressions - cast(less.column3 as bigint)
  from (values ${values}) as less where id = less.column1 returning id`;

/** What a page changes: those that are added to, and those that are set. Sums of all time are exact beyond any number here. */
const ADDED = ['spent_total_nanos', 'earned_total_nanos', 'impressions_total'] as const;
const TAKEN = ['held_micros', 'held_impressions'] as const;
const SET = [
  ...(['day', 'spent_day_nanos', 'impressions_day'] as const),
  ...(['before_day', 'spent_before_nanos', 'impressions_before'] as const),
];

const updateRows = (values: string) => {
  const columns = [...ADDED, ...TAKEN, ...SET].map((name, index) => {
    const value = `cast(more.column${index + 2} as bigint)`;
    if (index < ADDED.length) return `${name} = ${name} + ${value}`;
    return index < ADDED.length + TAKEN.length
      ? `${name} = ${name} - ${value}`
      : `${name} = ${value}`;
  });
  return `update budgets set ${columns.join(', ')}
    from (values ${values}) as more where campaign = more.column1 returning campaign`;
};

/** In the order of the keys, as all machines lock them. SQLite has one transaction at a time. */
async function lockRows(
  query: Query,
  kind: DatabaseKind,
  keys: readonly string[],
  accountOf: AccountOf,
): Promise<ReadonlyMap<string, Row>> {
  await insertAll(
    query,
    keys.map((key) => [key, accountOf(key)?.zone ?? UTC]),
    (values) => `insert into budgets (campaign, zone) values ${values} on conflict do nothing`,
  );
  const rows = await selectAll(
    query,
    keys,
    (list) => `select * from budgets where campaign in (${list}) order by campaign
      ${kind === 'postgres' ? 'for update' : ''}`,
  );
  return new Map(rows.map((row) => [String(row.campaign), row]));
}

/** What the row of a campaign has, and what facts change in it. */
function openPage(row: Row, account: Account | undefined, heldForImpressionsMicros: number) {
  const number = (name: string) => Number(row[name] ?? 0);
  const zone = account?.zone ?? UTC;
  /** Whether the row still has days of another zone, which has just changed: facts then count on the last of them. */
  const isOther = row.zone !== zone;
  const limit = account && limitOf(account, 'micros');
  const totalMax = (limit?.total ?? Number.POSITIVE_INFINITY) * NANOS_PER_MICRO;
  const dailyMax = (limit?.daily ?? Number.POSITIVE_INFINITY) * NANOS_PER_MICRO;
  let today = {
    day: number('day'),
    nanos: number('spent_day_nanos'),
    impressions: number('impressions_day'),
  };
  let before = {
    day: number('before_day'),
    nanos: number('spent_before_nanos'),
    impressions: number('impressions_before'),
  };
  let totalNanos = number('spent_total_nanos');
  let heldNanos = number('held_micros') * NANOS_PER_MICRO;
  let forImpressionsNanos = heldForImpressionsMicros * NANOS_PER_MICRO;
  const added = { nanos: 0, earned: 0, impressions: 0 };
  const released = { micros: 0, impressions: 0 };
  let isChanged = false;

  /**
   * A new day starts at zero. What comes late counts for its day, if that is the last one with spend before today, or one
   * since; still earlier days count to the total alone, and nothing is known of what was left of them.
   */
  function dayOf(day: number): typeof today | undefined {
    if (day > today.day) {
      before = today;
      today = { day, nanos: 0, impressions: 0 };
    } else if (day < today.day && day > before.day) before = { day, nanos: 0, impressions: 0 };
    return [today, before].find((one) => one.day === day);
  }

  function chargedNanos(event: SaleEvent, due: number, own: number, dayNanos: number): number {
    const left = Math.min(totalMax - totalNanos, dailyMax - dayNanos);
    // A click or a conversion is worth more than the one chance of it that was held: it gets what other chances hold too,
    // but nothing that impressions are charged from. An impression gets what is held for it, and what nobody holds.
    const payable = isExpected(event)
      ? left - forImpressionsNanos
      : Math.max(own, left - heldNanos);
    return Math.max(0, Math.min(due, payable));
  }

  return {
    /** What a fact holds has ended before it is charged. It counts on no day before that of its portion. */
    enter(event: SaleEvent, own: Amount, portionDay: number): SaleEvent {
      const ownNanos = own.micros * NANOS_PER_MICRO;
      heldNanos -= ownNanos;
      if (!isExpected(event)) forImpressionsNanos -= ownNanos;
      for (const resource of RESOURCES) released[resource] += own[resource];
      isChanged ||= own.micros > 0 || own.impressions > 0;
      if (!isSpent(event)) return event;
      isChanged = true;
      // A clock that is behind at midnight would fill the day before with money of today.
      const day = dayOf(isOther ? today.day : Math.max(localDayOf(zone, event.atMs), portionDay));
      const due = event.uncharged === undefined ? dueNanos(event) : 0;
      const charged = chargedNanos(event, due, ownNanos, day?.nanos ?? Number.NEGATIVE_INFINITY);
      const settled: SaleEvent =
        charged < due ? { ...event, uncharged: 'over-budget', chargedNanos: charged } : event;
      const nanos = spendNanos(settled);
      const impressions = event.kind === event.sale.billsOn ? 1 : 0;
      totalNanos += nanos;
      added.nanos += nanos;
      added.earned += earnedNanos(settled);
      added.impressions += impressions;
      if (day !== undefined) {
        day.nanos += nanos;
        day.impressions += impressions;
      }
      return settled;
    },
    changes: (key: string) =>
      isChanged
        ? [
            [
              key,
              ...[added.nanos, added.earned, added.impressions],
              ...[released.micros, released.impressions],
              ...[today.day, today.nanos, today.impressions],
              ...[before.day, before.nanos, before.impressions],
            ],
          ]
        : [],
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
