import { earnedNanos, type SaleEvent, spendNanos } from '../../core/sale/fact.ts';
import { localDayOf } from '../../lib/local-day.ts';
import { createSums, insertAll } from '../../lib/sql/bulk.ts';
import type { Query, SqlValue } from '../../lib/sql/database.ts';
import { UTC } from '../../lib/time-zone.ts';
import { type AccountOf, keyOf } from './account.ts';
import { endedBy, type Holds } from './holds.ts';

/** What the drain knows of campaigns. */
export type CampaignKnowledge = {
  /** The names of the partners whose campaigns are not in our config. */
  readonly remotePartners: ReadonlySet<string>;
  readonly accountOf: AccountOf;
};

/**
 * Adds facts and conversions to the spend of campaigns, with what each is charged. It runs in the transaction that
 * stores or charges them: the spend is always their exact sum. `holds` is what their sales held, and they end. Partners in
 * `remotePartners` have no campaigns here and are skipped. A partner that is in no config any more is not skipped: it may
 * come back.
 */
export async function settleFacts(
  query: Query,
  events: readonly SaleEvent[],
  { remotePartners, accountOf }: CampaignKnowledge,
  holds?: Holds,
): Promise<void> {
  const spent = createSums();
  const settling = events.filter(
    ({ sale }) => !(sale.isTest || sale.campaign === '' || remotePartners.has(sale.partner)),
  );
  for (const event of settling) {
    const { sale, atMs, kind } = event;
    // A loss is nothing spent. A sale can have several conversions.
    if (kind === 'loss' || (endedBy(event) === undefined && kind !== 'conversion')) continue;
    const key = keyOf(sale);
    const nanos = spendNanos(event);
    const impressions = kind === sale.billsOn ? 1 : 0;
    const amounts = [nanos, nanos, earnedNanos(event), impressions, impressions];
    const zone = accountOf(key)?.zone ?? UTC;
    spent.add([key, zone, holds?.dayOf(event, zone) ?? localDayOf(zone, atMs)], amounts);
  }
  await holds?.write();
  // One statement can update a row only once. The first statements lock the rows of all campaigns in order.
  for (const rows of roundsOf(spent.rows())) await insertAll(query, rows, addSpent);
}

/**
 * A new day starts at zero. Spend of an earlier day that arrives late does not count for today, but for the last day
 * with spend before it, `before_day`, if it is of that day or one since. Where the row has days of another zone, because
 * the campaign's has just changed, the spend counts on the last of them: `ledger-rows.ts` adds it up anew.
 */
const addSpent = (values: string) =>
  `insert into budgets as b
    (campaign, zone, day, spent_total_nanos, spent_day_nanos, earned_total_nanos, impressions_total, impressions_day)
  values ${values}
  on conflict (campaign) do update set
    ${sumsOf('spent', '_nanos')}, ${sumsOf('impressions', '')},
    earned_total_nanos = b.earned_total_nanos + excluded.earned_total_nanos,
    before_day = case
      when b.day < ${DAY} then b.day
      when b.day > ${DAY} and b.before_day < ${DAY} then ${DAY}
      else b.before_day end,
    day = case when b.day < ${DAY} then ${DAY} else b.day end`;

const DAY = '(case when b.zone = excluded.zone then excluded.day else b.day end)';

function sumsOf(what: 'spent' | 'impressions', unit: '_nanos' | ''): string {
  const [total, day, before] = ['total', 'day', 'before'].map((span) => `${what}_${span}${unit}`);
  return `${total} = b.${total} + excluded.${total},
    ${day} = case
      when b.day = ${DAY} then b.${day} + excluded.${day}
      when b.day < ${DAY} then excluded.${day}
      else b.${day} end,
    ${before} = case
      when b.day = ${DAY} then b.${before}
      when b.day < ${DAY} then b.${day}
      when b.before_day < ${DAY} then excluded.${day}
      when b.before_day = ${DAY} then b.${before} + excluded.${day}
      else b.${before} end`;
}

type Rows = readonly (readonly SqlValue[])[];

/** The first day of every campaign, then the second of those that have one, and so on. */
function roundsOf(rows: Rows): readonly Rows[] {
  const byKey = [...Map.groupBy(rows, ([key]) => key).values()];
  const rounds = Math.max(0, ...byKey.map((days) => days.length));
  return Array.from({ length: rounds }, (_, round) =>
    byKey.flatMap((days) => days.slice(round, round + 1)),
  );
}
