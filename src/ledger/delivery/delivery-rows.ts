import { dayOf } from '../../lib/day.ts';
import { type Fact, type FactKind, spendNanos } from '../../sale/fact.ts';
import { createSums, insertAll } from '../bulk.ts';
import type { Query } from '../database.ts';
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
  const sums = createSums();
  for (const { partner, campaign, day, kind, detail, publisher, count, amount } of cells) {
    sums.add([partner, campaign, day, kind, detail, publisher], [count, amount]);
  }
  await insertAll(query, { before: INSERT, after: ADD, rows: sums.rows() });
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
