import type { CampaignDay } from '../../ledger/delivery/spend.ts';
import { dayOf } from '../../lib/day.ts';
import { dateOf } from '../../lib/local-day.ts';
import { NANO_DECIMALS, NANOS_PER_USD, usdText } from '../../lib/money.ts';
import { ACCOUNT_CURRENCY } from './accounts.ts';
import type { BuyPackage, BuyStatus, MediaBuy, PricingModel } from './buy.ts';
import { refuse } from './errors.ts';

/** What became of a package or of several, exact. */
type DeliverySums = {
  readonly impressions: number;
  readonly clicks: number;
  readonly conversions: number;
  readonly spendNanos: bigint;
  readonly valueNanos: bigint;
};

const NOTHING_DELIVERED: DeliverySums = {
  impressions: 0,
  clicks: 0,
  conversions: 0,
  spendNanos: 0n,
  valueNanos: 0n,
};

const NANOS_PER_MICRO = 1000n;

export function sumsOfDay(day: CampaignDay): DeliverySums {
  return {
    impressions: day.shown,
    clicks: day.clicked,
    conversions: day.converted,
    spendNanos: BigInt(day.nanos),
    valueNanos: BigInt(day.valueMicros) * NANOS_PER_MICRO,
  };
}

export function summedUp(all: readonly DeliverySums[]): DeliverySums {
  return all.reduce(
    (sum, one) => ({
      impressions: sum.impressions + one.impressions,
      clicks: sum.clicks + one.clicks,
      conversions: sum.conversions + one.conversions,
      spendNanos: sum.spendNanos + one.spendNanos,
      valueNanos: sum.valueNanos + one.valueNanos,
    }),
    NOTHING_DELIVERED,
  );
}

/** What a report has beside impressions and spend. */
const METRICS = {
  clicks: ({ clicks }) => clicks,
  ctr: ({ clicks, impressions }) => ratio(clicks, impressions),
  conversions: ({ conversions }) => conversions,
  conversion_value: ({ valueNanos }) => usdNumber(valueNanos),
  roas: ({ valueNanos, spendNanos }) => ratio(Number(valueNanos), Number(spendNanos)),
  cost_per_acquisition: ({ spendNanos, conversions }) => usdFor(spendNanos, conversions),
  cost_per_click: ({ spendNanos, clicks }) => usdFor(spendNanos, clicks),
} as const satisfies Readonly<Record<string, (sums: DeliverySums) => number | undefined>>;

/** What the ledger has of every package. */
export const DELIVERY_METRICS: readonly string[] = [
  'impressions',
  'spend',
  ...Object.keys(METRICS),
];

/** The sums as a report has them; of the metrics, those that are asked for. A rate of nothing is left out. */
export function metricsOf(sums: DeliverySums, wanted: readonly string[] | undefined): object {
  const { impressions, spendNanos } = sums;
  const spend = usdNumber(spendNanos);
  const rest = Object.entries(METRICS).flatMap(([name, read]) => {
    const value = wanted === undefined || wanted.includes(name) ? read(sums) : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  const exact = usdText(spendNanos);
  return {
    impressions,
    spend,
    ...Object.fromEntries(rest),
    ...(isExact(spend, spendNanos) ? {} : { ext: { spend_usd: exact } }),
  };
}

/** The decimal number of USD that is as many billionths. JSON writes it as it is, up to a million USD. */
function usdNumber(nanos: bigint): number {
  return Number(usdText(nanos));
}

/** Whether a reader of the number gets back each billionth. */
function isExact(usd: number, nanos: bigint): boolean {
  return BigInt(usd.toFixed(NANO_DECIMALS).replace('.', '')) === nanos;
}

const PRECISION = 1e6;

function ratio(part: number, whole: number): number | undefined {
  return whole > 0 ? Math.round((part / whole) * PRECISION) / PRECISION : undefined;
}

/** What one of so many cost. */
function usdFor(nanos: bigint, count: number): number | undefined {
  return ratio(Number(nanos) / NANOS_PER_USD, count);
}

/** The days of UTC that a report is of, the last one included. */
export type BuyReportPeriod = {
  readonly fromDay: number;
  readonly toDay: number;
  /** As a report says it: inclusive and exclusive. */
  readonly startMs: number;
  readonly endMs: number;
};

type PeriodArgs = {
  readonly start_date?: string | undefined;
  readonly end_date?: string | undefined;
};

/** From the first day up to the one before the last. Without a day the period is open at that side: to what the buys have so far. */
export function readPeriod(
  { start_date: start, end_date: end }: PeriodArgs,
  nowMs: number,
): (firstMs: number) => BuyReportPeriod {
  const [startMs, endMs] = [msOf(start), msOf(end)];
  for (const [field, text, ms] of [
    ['start_date', start, startMs],
    ['end_date', end, endMs],
  ] as const) {
    if (text !== undefined && ms === undefined) {
      return refuse.malformed(field, `expected a day of the calendar, but got "${text}"`);
    }
  }
  if (startMs !== undefined && endMs !== undefined && endMs <= startMs) {
    return refuse.invalid('end_date', 'expected a day after start_date, since it is exclusive', {
      suggestion: `Send end_date "${dateOf(dayOf(startMs) + 1)}" for one day.`,
    });
  }
  return (firstMs) => {
    const toMs = endMs ?? Math.max(nowMs, (startMs ?? 0) + 1);
    const fromMs = Math.min(startMs ?? firstMs, toMs - 1);
    return { fromDay: dayOf(fromMs), toDay: dayOf(toMs - 1), startMs: fromMs, endMs: toMs };
  };
}

/** undefined: no day of the calendar, such as the 30th of February. */
function msOf(day: string | undefined): number | undefined {
  const ms = day === undefined ? Number.NaN : Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day ?? '') ? ms : undefined;
}

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
