import { DAY_MS, dayOf } from '../lib/day.ts';
import type { Charge } from '../sale/fact.ts';
import type { Database } from './database.ts';

/** How often one buyer has paid one price for ads of one publisher. */
export type PaidPrice = {
  readonly publisher: string;
  /** The advertiser, or the seat where a bid named none. */
  readonly buyer: string;
  readonly per: Extract<Charge['per'], 'impression' | 'click'>;
  /** Of a CPM or of a click, in whole cents of a USD. */
  readonly cents: number;
  readonly sales: number;
};

/** Of one day, those that are read: a statement takes a few milliseconds, and others wait for it. */
const DAY_FACTS_MAX = 5000;
const MICROS_PER_CENT = 10_000;

const READ_DAY = `select publisher, charged_per as per,
    case when advertiser <> '' then advertiser else partner || '/' || seat end as buyer,
    (case when charged_per = 'click' then charge_micros else price_micros end) / ${MICROS_PER_CENT} as cents,
    count(*) as sales
  from (
    select publisher, advertiser, partner, seat, charged_per, charge_micros, price_micros, spend_nanos,
      uncharged, is_test
    from facts where at_ms >= cast($1 as bigint) and at_ms < cast($2 as bigint)
    order by at_ms desc limit ${DAY_FACTS_MAX}
  ) as recent
  where spend_nanos > 0 and uncharged = '' and is_test = 0 and charged_per in ('impression', 'click')
  group by 1, 2, 3, 4`;

/** Prices paid in full on the last days of UTC, today included: of each day, those of its last facts. */
export async function readPaidPrices(
  { query }: Pick<Database, 'query'>,
  nowMs: number,
  days: number,
): Promise<readonly PaidPrice[]> {
  const today = dayOf(nowMs);
  const prices: PaidPrice[] = [];
  for (let day = today - days + 1; day <= today; day++) {
    for (const row of await query(READ_DAY, [day * DAY_MS, (day + 1) * DAY_MS])) {
      prices.push({
        publisher: String(row.publisher),
        buyer: String(row.buyer),
        per: row.per === 'click' ? 'click' : 'impression',
        cents: Number(row.cents),
        sales: Number(row.sales),
      });
    }
  }
  return prices;
}
