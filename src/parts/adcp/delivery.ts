import type { CampaignDay } from '../../ledger/delivery/read-delivery.ts';
import { dateOf } from '../../lib/local-day.ts';
import { NANO_DECIMALS, NANOS_PER_USD, usdText } from '../../lib/money.ts';
import { ACCOUNT_CURRENCY } from './accounts.ts';
import type { BuyPackage, BuyStatus, MediaBuy, PricingModel } from './buy.ts';

/** What became of a package or of several, exact. */
type DeliverySums = {
  readonly impressions: number;
  readonly clicks: number;
  readonly conversions: number;
  readonly spendNanos: bigint;
  readonly valueNanos: bigint;
};

const NANOS_PER_MICRO = 1000n;

export function summedUp(days: readonly CampaignDay[]): DeliverySums {
  const sum = { impressions: 0, clicks: 0, conversions: 0, spendNanos: 0n, valueNanos: 0n };
  for (const { shown, clicked, converted, nanos, valueMicros } of days) {
    sum.impressions += shown;
    sum.clicks += clicked;
    sum.conversions += converted;
    sum.spendNanos += BigInt(nanos);
    sum.valueNanos += BigInt(valueMicros) * NANOS_PER_MICRO;
  }
  return sum;
}

const METRICS = {
  impressions: ({ impressions }) => impressions,
  spend: ({ spendNanos }) => usdNumber(spendNanos),
  clicks: ({ clicks }) => clicks,
  ctr: ({ clicks, impressions }) => ratio(clicks, impressions),
  conversions: ({ conversions }) => conversions,
  conversion_value: ({ valueNanos }) => usdNumber(valueNanos),
  roas: ({ valueNanos, spendNanos }) => ratio(Number(valueNanos), Number(spendNanos)),
  cost_per_acquisition: ({ spendNanos, conversions }) => usdFor(spendNanos, conversions),
  cost_per_click: ({ spendNanos, clicks }) => usdFor(spendNanos, clicks),
} as const satisfies Readonly<Record<string, (sums: DeliverySums) => number | undefined>>;

/** What the ledger has of every package. */
export const DELIVERY_METRICS: readonly string[] = Object.keys(METRICS);

/** The sums as a report has them. A rate of nothing is left out. */
export function metricsOf(sums: DeliverySums): object {
  const { spendNanos } = sums;
  const metrics = Object.entries(METRICS).flatMap(([name, read]) => {
    const value = read(sums);
    return value === undefined ? [] : [[name, value] as const];
  });
  // A number of JSON has each billionth up to millions of USD.
  const isExact =
    BigInt(usdNumber(spendNanos).toFixed(NANO_DECIMALS).replace('.', '')) === spendNanos;
  return {
    ...Object.fromEntries(metrics),
    ...(!isExact && { ext: { spend_usd: usdText(spendNanos) } }),
  };
}

const usdNumber = (nanos: bigint): number => Number(usdText(nanos));

const PRECISION = 1e6;

function ratio(part: number, whole: number): number | undefined {
  return whole > 0 ? Math.round((part / whole) * PRECISION) / PRECISION : undefined;
}

/** What one of so many cost. */
function usdFor(nanos: bigint, count: number): number | undefined {
  return ratio(Number(nanos) / NANOS_PER_USD, count);
}

/** The report of one buy. Its totals are the sums of its packages, and those of their days, to the billionth. */
export function buyReport(
  { id, definition }: Pick<MediaBuy, 'id' | 'definition'>,
  status: BuyStatus,
  daysOf: (packageId: string) => readonly CampaignDay[],
  hasPackageDays: boolean,
) {
  const { packages, isPaused } = definition;
  const days = packages.flatMap((line) => daysOf(line.id));
  const [model, ...others] = new Set(packages.map((line) => line.model));
  const sums = summedUp(days);
  const rate = model !== undefined && others.length === 0 ? rateOf(model, sums) : undefined;
  return {
    media_buy_id: id,
    currency: ACCOUNT_CURRENCY,
    status,
    ...(others.length === 0 && { pricing_model: model }),
    totals: { ...metricsOf(sums), ...(rate !== undefined && { effective_rate: rate }) },
    by_package: packages.map((line) => ({
      ...packageReport(line, daysOf(line.id)),
      paused: line.isPaused || isPaused,
      ...(hasPackageDays && { daily_breakdown: dailyReport(daysOf(line.id)) }),
    })),
    daily_breakdown: dailyReport(days),
  };
}

function packageReport({ id, model, bidUsd }: BuyPackage, days: readonly CampaignDay[]) {
  const sums = summedUp(days);
  return {
    package_id: id,
    ...metricsOf(sums),
    pricing_model: model,
    // Before anything was shown or clicked, the bid is all that is known of the price.
    rate: rateOf(model, sums) ?? bidUsd,
    currency: ACCOUNT_CURRENCY,
  };
}

const MILLE = 1000n;

/** What was paid for a thousand impressions, or for a click. */
function rateOf(model: PricingModel, { spendNanos, impressions, clicks }: DeliverySums) {
  return model === 'cpm' ? usdFor(spendNanos * MILLE, impressions) : usdFor(spendNanos, clicks);
}

/** Days on which nothing happened are left out. */
function dailyReport(days: readonly CampaignDay[]) {
  return [...Map.groupBy(days, ({ day }) => day)]
    .toSorted(([one], [other]) => one - other)
    .map(([day, all]) => ({ date: dateOf(day), ...metricsOf(summedUp(all)) }));
}
