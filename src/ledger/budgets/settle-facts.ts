import { earnedNanos, type SaleEvent, spendNanos } from '../../core/sale/fact.ts';
import { localDayOf } from '../../lib/local-day.ts';
import { impressionMicros } from '../../lib/money.ts';
import { createSums, insertAll } from '../../lib/sql/bulk.ts';
import type { Query, SqlValue } from '../../lib/sql/database.ts';
import { UTC } from '../../lib/time-zone.ts';
import { type AccountOf, keyOf, minuteOf } from './account.ts';
import { endingFacts } from './ending-facts.ts';

/** What the drain knows of campaigns. */
export type CampaignKnowledge = {
  /** The names of the partners whose campaigns are not in our config. */
  readonly remotePartners: ReadonlySet<string>;
  readonly accountOf: AccountOf;
};

/**
 * Adds facts and conversions to the spend of campaigns, with what each is charged. It runs in the transaction that
 * stores or charges them: the spend is always their exact sum. Partners in `remotePartners` have no campaigns here and are
 * skipped. A partner that is in no config any more is not skipped: it may come back.
 */
export async function settleFacts(
  query: Query,
  events: readonly SaleEvent[],
  { remotePartners, accountOf }: CampaignKnowledge,
): Promise<void> {
  const spent = createSums();
  const outcomes = createSums();
  const settling = events.filter(
    ({ sale }) => !(sale.isTest || sale.campaign === '' || remotePartners.has(sale.partner)),
  );
  const ending = await endingFacts(
    query,
    settling.filter((event) => endedBy(event) !== undefined),
  );
  for (const event of settling) {
    const { sale, atMs, kind } = event;
    const ended = endedBy(event);
    const key = keyOf(sale);
    if (ended !== undefined && ending.has(event)) {
      outcomes.add([sale.machine, key, minuteOf(sale.soldMs)], ended);
    }
    // A sale can have several conversions, and has one reservation, which ends by itself long before most of them.
    if (kind === 'loss' || (ended === undefined && kind !== 'conversion')) continue;
    const nanos = spendNanos(event);
    const impressions = kind === sale.billsOn ? 1 : 0;
    const amounts = [nanos, nanos, earnedNanos(event), impressions, impressions];
    const zone = accountOf(key)?.zone ?? UTC;
    spent.add([key, zone, localDayOf(zone, atMs)], amounts);
  }
  await insertAll(query, outcomes.rows(), addOutcomes);
  // One statement can update a row only once. The first statements lock the rows of all campaigns in order.
  for (const rows of roundsOf(spent.rows())) await insertAll(query, rows, addSpent);
}

/**
 * What of the reservation of its sale a fact ends: money and impressions that are billed, then those that are lost. The
 * expected charge of a sale that is charged for a click or a conversion stays reserved until that comes.
 */
function endedBy({ kind, sale, uncharged }: SaleEvent): readonly number[] | undefined {
  if (kind === 'conversion') return undefined;
  const micros = impressionMicros(sale.priceMicros);
  const { per } = sale.charge;
  if (kind === 'loss') return [0, 0, micros, 1];
  if (kind === sale.billsOn) return [per === 'impression' ? micros : 0, 1, 0, 0];
  const isCharged = uncharged === undefined || uncharged === 'over-budget';
  return per !== 'impression' && kind === per && isCharged ? [micros, 0, 0, 0] : undefined;
}

const addOutcomes = (values: string) =>
  `insert into budget_outcomes as o
    (machine_tag, campaign, minute, billed_micros, billed_impressions, lost_micros, lost_impressions)
  values ${values}
  on conflict (machine_tag, campaign, minute) do update set
    billed_micros = o.billed_micros + excluded.billed_micros,
    billed_impressions = o.billed_impressions + excluded.billed_impressions,
    lost_micros = o.lost_micros + excluded.lost_micros,
    lost_impressions = o.lost_impressions + excluded.lost_impressions`;

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
