import type { Charge } from '../../core/sale/fact.ts';
import { DAY_MS, dayOf } from '../../lib/day.ts';
import { shortened } from '../../lib/shortened.ts';
import type { Database } from '../../lib/sql/database.ts';
import type { AdProduct, PricingModel, SellerSources } from './seller-terms.ts';

/** What others have paid for ads of a product: percentiles, in USD. */
export type PriceGuidance = Readonly<Record<'p25' | 'p50' | 'p75' | 'p90', number>>;

export type GuidanceOf = (
  product: Pick<AdProduct, 'publishers'>,
  model: PricingModel,
) => PriceGuidance | undefined;

const GUIDANCE_DAYS = 30;

/** Below either, a percentile would tell what single buyers pay. */
const BUYERS_MIN = 3;
const SALES_MIN = 1000;

/** For so long the same prices are told: they are read for nobody's auction, and seldom. */
const GUIDANCE_KEPT_MS = 60 * 60 * 1000;

/** Of one day, those that are read: a statement takes a few milliseconds, and others wait for it. */
const DAY_FACTS_MAX = 5000;
const MICROS_PER_CENT = 10_000;
const CENTS_PER_USD = 100;

/** How often a buyer has paid a price on a publisher's pages in full: the advertiser, or its seat where bids named none. */
type PaidPrice = {
  readonly publisher: string;
  readonly per: Charge['per'];
  readonly buyer: string;
  /** That of a CPM or of a click, in whole cents of a USD. */
  readonly cents: number;
  readonly sales: number;
};

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

/** On the last days of UTC, today included: of each day, those of its last facts. */
export async function readPaidPrices(
  { query }: Pick<Database, 'query'>,
  nowMs: number,
  days: number,
): Promise<readonly PaidPrice[]> {
  const today = dayOf(nowMs);
  const known = new Map<string, PaidPrice>();
  for (let day = today - days + 1; day <= today; day++) {
    for (const row of await query(READ_DAY, [day * DAY_MS, (day + 1) * DAY_MS])) {
      const per = row.per === 'click' ? 'click' : 'impression';
      const [publisher, buyer] = [String(row.publisher), String(row.buyer)];
      const cents = Number(row.cents);
      const key = JSON.stringify([publisher, per, buyer, cents]);
      const sales = (known.get(key)?.sales ?? 0) + Number(row.sales);
      known.set(key, { publisher, per, buyer, cents, sales });
    }
  }
  return [...known.values()];
}

type KnownPrices = { readonly untilMs: number; readonly prices: readonly PaidPrice[] };

type GuidanceSources = Pick<SellerSources, 'database' | 'nowMs' | 'log'>;

/** Percentiles of the prices that were paid on the publishers of a product, where enough buyers and sales stand behind them. */
export function createPriceGuidance({ database, nowMs, log }: GuidanceSources) {
  let known: Promise<KnownPrices> = Promise.resolve({ untilMs: 0, prices: [] });

  async function renewed(last: KnownPrices): Promise<KnownPrices> {
    const open = database();
    if (open === undefined || nowMs() < last.untilMs) return last;
    try {
      const prices = await readPaidPrices(open, nowMs(), GUIDANCE_DAYS);
      return { untilMs: nowMs() + GUIDANCE_KEPT_MS, prices };
    } catch (error) {
      log.warn({ err: error }, 'prices paid cannot be read: buyers get no new guidance');
      return last;
    }
  }

  return async (): Promise<GuidanceOf> => {
    // One call after the other: of several at once, the first reads.
    known = known.then(renewed);
    const { prices } = await known;
    return ({ publishers }, model) => {
      const names = new Set(publishers.map(shortened));
      const per = model === 'cpc' ? 'click' : 'impression';
      return guidanceOf(prices.filter((one) => one.per === per && names.has(one.publisher)));
    };
  };
}

function guidanceOf(prices: readonly PaidPrice[]): PriceGuidance | undefined {
  const inOrder = prices.toSorted((one, other) => one.cents - other.cents);
  const all = inOrder.reduce((sum, { sales }) => sum + sales, 0);
  if (new Set(prices.map(({ buyer }) => buyer)).size < BUYERS_MIN || all < SALES_MIN) return;
  /** The least price that at least this share of the sales does not exceed. */
  const percentile = (share: number) => {
    let counted = 0;
    const found = inOrder.find(({ sales }) => {
      counted += sales;
      return counted >= share * all;
    });
    return (found?.cents ?? 0) / CENTS_PER_USD;
  };
  return {
    p25: percentile(0.25),
    p50: percentile(0.5),
    p75: percentile(0.75),
    p90: percentile(0.9),
  };
}
