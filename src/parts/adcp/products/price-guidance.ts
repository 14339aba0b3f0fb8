import { type PaidPrices, readPaidPrices } from '../../../ledger/paid-prices.ts';
import { shortened } from '../../../lib/shortened.ts';
import type { PricingModel } from '../records/buy-record.ts';
import type { SellerSources } from '../tool.ts';
import type { AdProduct, PriceGuidance } from './product.ts';

type GuidanceOf = (
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
  PaidPrices['per']
>;

type KnownPrices = { readonly untilMs: number; readonly prices: readonly PaidPrices[] };

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

export function guidanceOf(prices: readonly PaidPrices[]): PriceGuidance | undefined {
  const buyers = new Set(prices.flatMap((one) => [...one.buyers]));
  const inOrder = prices.flatMap((one) => [...one.sales]).toSorted(([one], [other]) => one - other);
  const sales = inOrder.reduce((sum, [, count]) => sum + count, 0);
  if (buyers.size < BUYERS_MIN || sales < SALES_MIN) return undefined;
  /** The least price that at least this share of the sales does not exceed. */
  const percentile = (share: number) => {
    let counted = 0;
    const found = inOrder.find(([, count]) => {
      counted += count;
      return counted >= share * sales;
    });
    return (found?.[0] ?? 0) / CENTS_PER_USD;
  };
  return {
    p25: percentile(0.25),
    p50: percentile(0.5),
    p75: percentile(0.75),
    p90: percentile(0.9),
  };
}

const CENTS_PER_USD = 100;
