import type { Charge } from '../../core/sale/fact.ts';
import { DAY_MS, dayOf } from '../../lib/day.ts';
import type { Database, Row } from '../../lib/sql/database.ts';

/** What buyers have paid for ads of one publisher. */
export type PaidPrices = {
  readonly publisher: string;
  readonly per: Extract<Charge['per'], 'impression' | 'click'>;
  /** Their advertisers, or their seats where bids named none. */
  readonly buyers: ReadonlySet<string>;
  /** How often each price was paid: that of a CPM or of a click, in whole cents of a USD. */
  readonly sales: ReadonlyMap<number, number>;
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
      uncharged
    from facts where at_ms >= cast($1 as bigint) and at_ms < cast($2 as bigint)
    order by at_ms desc limit ${DAY_FACTS_MAX}
  ) as recent
  where spend_nanos > 0 and uncharged = '' and charged_per in ('impression', 'click')
  group by 1, 2, 3, 4`;

type GrowingPrices = PaidPrices & {
  readonly buyers: Set<string>;
  readonly sales: Map<number, number>;
};

/** Prices paid in full on the last days of UTC, today included: of each day, those of its last facts. */
export async function readPaidPrices(
  { query }: Pick<Database, 'query'>,
  nowMs: number,
  days: number,
): Promise<readonly PaidPrices[]> {
  const today = dayOf(nowMs);
  const known = new Map<string, GrowingPrices>();
  for (let day = today - days + 1; day <= today; day++) {
    for (const row of await query(READ_DAY, [day * DAY_MS, (day + 1) * DAY_MS])) add(known, row);
  }
  return [...known.values()];
}

function add(known: Map<string, GrowingPrices>, row: Row): void {
  const publisher = String(row.publisher);
  const per = row.per === 'click' ? 'click' : 'impression';
  const cents = Number(row.cents);
  const key = `${per} ${publisher}`;
  const prices = known.get(key) ?? { publisher, per, buyers: new Set(), sales: new Map() };
  known.set(key, prices);
  prices.buyers.add(String(row.buyer));
  prices.sales.set(cents, (prices.sales.get(cents) ?? 0) + Number(row.sales));
}
