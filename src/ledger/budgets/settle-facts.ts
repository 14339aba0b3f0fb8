import { dayOf } from '../../lib/day.ts';
import { impressionMicros } from '../../lib/money.ts';
import { type Fact, type Sale, spendNanos } from '../../sale/fact.ts';
import type { Query } from '../database.ts';
import { keyOf, minuteOf } from './account.ts';
import { chunksOf, valuesOf } from './chunks.ts';

/**
 * Adds new facts to the spend of campaigns. It runs in the transaction that stores the facts, and gets only facts
 * that were not stored before: the spend is always the exact sum of the facts. Partners in `remotePartners` have
 * no campaigns here and are skipped. A partner that is in no config any more is not skipped: it may come back.
 */
export async function settleFacts(
  query: Query,
  facts: readonly Fact[],
  remotePartners: ReadonlySet<string>,
): Promise<void> {
  const spent = new Map<string, Spent>();
  const outcomes = new Map<string, Outcome>();
  for (const fact of facts) {
    const { sale, kind } = fact;
    const isBill = kind === sale.billsOn;
    if (sale.isTest || sale.campaign === '' || remotePartners.has(sale.partner)) continue;
    if (!isBill && kind !== 'loss') continue;
    addOutcome(outcomes, sale, isBill);
    if (isBill) addSpent(spent, fact);
  }
  // All machines lock rows in the same order, so that they cannot deadlock.
  for (const chunk of chunksOf(inOrder(outcomes))) await writeOutcomes(query, chunk);
  // One statement can update a row only once. The first statements lock the rows of all campaigns in order.
  for (const round of roundsOf(inOrder(spent))) {
    for (const chunk of chunksOf(round)) await writeSpent(query, chunk);
  }
}

type Spent = { readonly key: string; readonly day: number; nanos: number; impressions: number };

type Outcome = {
  readonly machine: number;
  readonly key: string;
  readonly minute: number;
  billedMicros: number;
  billedImpressions: number;
  lostMicros: number;
  lostImpressions: number;
};

const spentName = ({ key, day }: Pick<Spent, 'key' | 'day'>) => `${key} ${day}`;

const outcomeName = ({ machine, key, minute }: Pick<Outcome, 'machine' | 'key' | 'minute'>) =>
  `${machine} ${key} ${minute}`;

function addSpent(all: Map<string, Spent>, fact: Fact): void {
  const key = keyOf(fact.sale);
  const day = dayOf(fact.atMs);
  const name = spentName({ key, day });
  const spent = all.get(name) ?? { key, day, nanos: 0, impressions: 0 };
  spent.nanos += spendNanos(fact);
  spent.impressions++;
  all.set(name, spent);
}

function addOutcome(all: Map<string, Outcome>, sale: Sale, isBill: boolean): void {
  const { machine } = sale;
  const key = keyOf(sale);
  const minute = minuteOf(sale.soldMs);
  const name = outcomeName({ machine, key, minute });
  const none = { billedMicros: 0, billedImpressions: 0, lostMicros: 0, lostImpressions: 0 };
  const outcome = all.get(name) ?? { machine, key, minute, ...none };
  const micros = impressionMicros(sale.priceMicros);
  if (isBill) {
    outcome.billedMicros += micros;
    outcome.billedImpressions++;
  } else {
    outcome.lostMicros += micros;
    outcome.lostImpressions++;
  }
  all.set(name, outcome);
}

function inOrder<T>(all: ReadonlyMap<string, T>): readonly T[] {
  return [...all].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
}

/** The first day of every campaign, then the second of those that have one, and so on. */
function roundsOf(spent: readonly Spent[]): readonly (readonly Spent[])[] {
  const byKey = [...Map.groupBy(spent, ({ key }) => key)].sort(([a], [b]) => (a < b ? -1 : 1));
  const rounds = Math.max(0, ...byKey.map(([, days]) => days.length));
  return Array.from({ length: rounds }, (_, round) =>
    byKey.flatMap(([, days]) => days[round] ?? []),
  );
}

async function writeSpent(query: Query, all: readonly Spent[]): Promise<void> {
  const rows = all.map(({ key, day, nanos, impressions }) => {
    return [key, day, nanos, nanos, impressions, impressions];
  });
  // A new day starts at zero. Spend of an earlier day that arrives late does not count for today.
  await query(
    `insert into budgets as b
      (campaign, day, spent_total_nanos, spent_day_nanos, impressions_total, impressions_day)
    values ${valuesOf(rows)}
    on conflict (campaign) do update set
      spent_total_nanos = b.spent_total_nanos + excluded.spent_total_nanos,
      impressions_total = b.impressions_total + excluded.impressions_total,
      spent_day_nanos = case
        when b.day = excluded.day then b.spent_day_nanos + excluded.spent_day_nanos
        when b.day < excluded.day then excluded.spent_day_nanos
        else b.spent_day_nanos end,
      spent_before_nanos = case
        when b.day = excluded.day then b.spent_before_nanos
        when b.day < excluded.day then b.spent_day_nanos
        else b.spent_before_nanos + excluded.spent_day_nanos end,
      impressions_day = case
        when b.day = excluded.day then b.impressions_day + excluded.impressions_day
        when b.day < excluded.day then excluded.impressions_day
        else b.impressions_day end,
      impressions_before = case
        when b.day = excluded.day then b.impressions_before
        when b.day < excluded.day then b.impressions_day
        else b.impressions_before + excluded.impressions_day end,
      day = case when b.day < excluded.day then excluded.day else b.day end`,
    rows.flat(),
  );
}

async function writeOutcomes(query: Query, all: readonly Outcome[]): Promise<void> {
  const rows = all.map((outcome) => [
    outcome.machine,
    outcome.key,
    outcome.minute,
    outcome.billedMicros,
    outcome.billedImpressions,
    outcome.lostMicros,
    outcome.lostImpressions,
  ]);
  await query(
    `insert into budget_outcomes as o
      (machine_tag, campaign, minute, billed_micros, billed_impressions, lost_micros, lost_impressions)
    values ${valuesOf(rows)}
    on conflict (machine_tag, campaign, minute) do update set
      billed_micros = o.billed_micros + excluded.billed_micros,
      billed_impressions = o.billed_impressions + excluded.billed_impressions,
      lost_micros = o.lost_micros + excluded.lost_micros,
      lost_impressions = o.lost_impressions + excluded.lost_impressions`,
    rows.flat(),
  );
}
