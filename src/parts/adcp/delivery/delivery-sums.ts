import type { CampaignDay } from '../../../ledger/delivery/spend.ts';
import { NANO_DECIMALS, NANOS_PER_USD, usdText } from '../../../lib/money.ts';

/** What became of a package or of several, exact. */
export type DeliverySums = {
  readonly impressions: number;
  readonly clicks: number;
  readonly conversions: number;
  readonly spendNanos: bigint;
  readonly valueNanos: bigint;
};

export const NOTHING_DELIVERED: DeliverySums = {
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
export function usdFor(nanos: bigint, count: number): number | undefined {
  return ratio(Number(nanos) / NANOS_PER_USD, count);
}
