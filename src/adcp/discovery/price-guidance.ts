import { type PaidPrice, readPaidPrices } from '../../ledger/paid-prices.ts';
import { shortened } from '../../lib/shortened.ts';
import type { AdProduct } from '../product.ts';
import type { PricingModel } from '../records/buy-record.ts';
import type { SellerSources } from '../tool.ts';

/** What others have paid, in USD. */
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

const PER = { cpm: 'impression', cpc: 'click' } as const satisfies Record<
  PricingModel,
  PaidPrice['per']
>;

type KnownPrices = { readonly untilMs: number; readonly prices: readonly PaidPrice[] };

/** Percentiles of the prices that were paid on the publishers of a product, where enough buyers and sales stand behind them. */
export function createPriceGuidance({
  database,
  nowMs,
  log,
}: Pick<SellerSources, 'database' | 'nowMs' | 'log'>) {
  let known: Promise<KnownPrices | undefined> = Promise.resolve(undefined);

  async function read(before: KnownPrices | undefined): Promise<KnownPrices | undefined> {
    const open = database();
    if (open === undefined) return before;
    try {
      const prices = await readPaidPrices(open, nowMs(), GUIDANCE_DAYS);
      return { untilMs: nowMs() + GUIDANCE_KEPT_MS, prices };
    } catch (error) {
      log.warn({ err: error }, 'prices paid cannot be read: buyers get no new guidance');
      return before;
    }
  }

  return async (): Promise<GuidanceOf> => {
    // One call after the other: of several at once, the first reads.
    known = known.then((last) =>
      last !== undefined && nowMs() < last.untilMs ? last : read(last),
    );
    const { prices = [] } = (await known) ?? {};
    return ({ publishers }, model) => {
      const names = new Set(publishers.map(shortened));
      return guidanceOf(
        prices.filter(({ per, publisher }) => per === PER[model] && names.has(publisher)),
      );
    };
  };
}

export function guidanceOf(prices: readonly PaidPrice[]): PriceGuidance | undefined {
  const buyers = new Set(prices.map(({ buyer }) => buyer));
  const sales = prices.reduce((sum, price) => sum + price.sales, 0);
  if (buyers.size < BUYERS_MIN || sales < SALES_MIN) return undefined;
  const inOrder = prices.toSorted((one, other) => one.cents - other.cents);
  /** The least price that at least this share of the sales does not exceed. */
  const percentile = (share: number) => {
    let counted = 0;
    const found = inOrder.find((price) => {
      counted += price.sales;
      return counted >= share * sales;
    });
    return (found?.cents ?? 0) / 100;
  };
  return {
    p25: percentile(0.25),
    p50: percentile(0.5),
    p75: percentile(0.75),
    p90: percentile(0.9),
  };
}
