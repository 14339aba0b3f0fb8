import { dateOf } from '../../../lib/local-day.ts';
import { ACCOUNT_CURRENCY } from '../accounts/account-terms.ts';
import type { BuyPackage, BuyStatus, MediaBuy, PricingModel } from '../records/buy-record.ts';
import { type DeliverySums, metricsOf, summedUp, usdFor } from './delivery-sums.ts';

/** What one package delivered on one day of UTC. */
export type PackageDay = { readonly packageId: string; readonly day: number } & DeliverySums;

type ReportTerms = {
  readonly status: BuyStatus;
  /** undefined: all. */
  readonly metrics: readonly string[] | undefined;
  /** Whether packages have their days too. */
  readonly hasPackageDays: boolean;
};

/** The report of one buy. Its totals are the sums of its packages, and those of their days, to the billionth. */
export function buyReport(
  { id, definition }: Pick<MediaBuy, 'id' | 'definition'>,
  days: readonly PackageDay[],
  { status, metrics, hasPackageDays }: ReportTerms,
) {
  const { packages, isPaused } = definition;
  const models = new Set(packages.map(({ model }) => model));
  const [model] = models.size === 1 ? models : [];
  const sums = summedUp(days);
  const rate = model && rateOf(model, sums);
  return {
    media_buy_id: id,
    currency: ACCOUNT_CURRENCY,
    status,
    ...(model !== undefined && { pricing_model: model }),
    totals: { ...metricsOf(sums, metrics), ...(rate !== undefined && { effective_rate: rate }) },
    by_package: packages.map((line) => {
      const own = days.filter(({ packageId }) => packageId === line.id);
      return {
        ...packageReport(line, own, metrics),
        paused: line.isPaused || isPaused,
        ...(hasPackageDays && { daily_breakdown: dailyReport(own, metrics) }),
      };
    }),
    daily_breakdown: dailyReport(days, metrics),
  };
}

function packageReport(
  { id, model, bidUsd }: BuyPackage,
  days: readonly PackageDay[],
  metrics: readonly string[] | undefined,
) {
  const sums = summedUp(days);
  return {
    package_id: id,
    ...metricsOf(sums, metrics),
    pricing_model: model,
    // Before anything was shown or clicked, the bid is all that is known of the price.
    rate: rateOf(model, sums) ?? bidUsd,
    currency: ACCOUNT_CURRENCY,
  };
}

const MILLE = 1000;

/** What was paid for a thousand impressions, or for a click. */
function rateOf(
  model: PricingModel,
  { spendNanos, impressions, clicks }: DeliverySums,
): number | undefined {
  return model === 'cpm'
    ? usdFor(spendNanos * BigInt(MILLE), impressions)
    : usdFor(spendNanos, clicks);
}

/** Days on which nothing happened are left out. */
function dailyReport(days: readonly PackageDay[], metrics: readonly string[] | undefined) {
  const byDay = Map.groupBy(days, ({ day }) => day);
  return [...byDay]
    .toSorted(([one], [other]) => one - other)
    .map(([day, all]) => ({ date: dateOf(day), ...metricsOf(summedUp(all), metrics) }));
}
