import { dayOf } from '../../lib/day.ts';
import { type Fact, type FactKind, spendNanos } from '../../sale/fact.ts';
import { insertAll } from '../bulk.ts';
import type { Query, Value } from '../database.ts';
import type { DeliveryCell, DeliveryKind } from './delivery.ts';

const INSERT =
  'insert into campaign_delivery ' +
  '(partner, campaign, day, kind, detail, publisher, count, amount) values';
const ADD =
  'on conflict (partner, campaign, day, kind, detail, publisher) do update set ' +
  'count = campaign_delivery.count + excluded.count, ' +
  'amount = campaign_delivery.amount + excluded.amount';

/** Adds counts to the table, each row once. */
export async function writeDelivery(query: Query, cells: readonly DeliveryCell[]): Promise<void> {
  const sums = new Map<string, { readonly of: readonly Value[]; count: number; amount: number }>();
  for (const { partner, campaign, day, kind, detail, publisher, count, amount } of cells) {
    const of = [partner, campaign, day, kind, detail, publisher];
    const key = JSON.stringify(of);
    const sum = sums.get(key) ?? { of, count: 0, amount: 0 };
    sum.count += count;
    sum.amount += amount;
    sums.set(key, sum);
  }
  // Always in the same order: machines that write the same rows at once wait for each other, and never in a circle.
  const sorted = [...sums].sort(([a], [b]) => (a < b ? -1 : 1));
  const rows = sorted.map(([, { of, count, amount }]) => [...of, count, amount]);
  await insertAll(query, { before: INSERT, after: ADD, rows });
}

const FACT_KINDS: Readonly<Partial<Record<FactKind, DeliveryKind>>> = {
  impression: 'shown',
  click: 'clicked',
};

/** What the notices of our own campaigns add. */
export function deliveryOf(
  facts: readonly Fact[],
  remotePartners: ReadonlySet<string>,
): readonly DeliveryCell[] {
  return facts
    .filter(({ sale }) => !sale.isTest && !remotePartners.has(sale.partner))
    .flatMap((fact) => {
      const { partner, campaign, creative: detail } = fact.sale;
      const day = dayOf(fact.atMs);
      const cell = { day, partner, campaign, detail, publisher: '', count: 1 };
      const kind = FACT_KINDS[fact.kind];
      const amount = spendNanos(fact);
      return [
        ...(kind === undefined ? [] : [{ ...cell, kind, amount: 0 }]),
        ...(amount === 0 ? [] : [{ ...cell, kind: 'billed' as const, amount }]),
      ];
    });
}
