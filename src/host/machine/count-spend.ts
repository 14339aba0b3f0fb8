import { type SaleEvent, spendNanos } from '../../core/sale/fact.ts';
import type { Totals } from '../observe/totals.ts';

/** What new facts mean for the metrics of money. */
export function countSpend(
  events: readonly SaleEvent[],
  charges: readonly SaleEvent[],
  { add }: Totals,
): void {
  for (const { kind, sale, uncharged } of events) {
    const { partner, billsOn, isTest } = sale;
    if (isTest) continue;
    if (kind === billsOn) add('parley_billed_total', [partner], 1);
    if (uncharged !== undefined) add('parley_uncharged_total', [uncharged], 1);
  }
  for (const event of [...events, ...charges]) {
    const nanos = spendNanos(event);
    if (nanos > 0) add('parley_spend_usd_total', [event.sale.partner], nanos);
  }
}
