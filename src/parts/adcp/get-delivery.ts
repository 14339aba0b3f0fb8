import Type, { type Static } from 'typebox';
import type { CampaignDay } from '../../ledger/delivery/read-delivery.ts';
import { dayOf } from '../../lib/day.ts';
import { dateOf } from '../../lib/local-day.ts';
import { NANO_DECIMALS, NANOS_PER_USD, usdText } from '../../lib/money.ts';
import type { DeepReadonly } from '../../lib/readonly.ts';
import { isoOf } from './buy.ts';
import { BUYS_ASKED } from './buy-args.ts';
import { noBuy, refuse, refuseFields, refuseWith } from './errors.ts';
import { CURRENCY, type DeliveryMetric } from './fields.ts';
import { type FoundBuy, findBuys } from './list-buys.ts';
import type { PricingModel } from './seller-terms.ts';
import { type BuyerCall, tool } from './tool.ts';

const NAME = 'get_media_buy_delivery';

/** Rows of one answer: of all its packages, each day. */
const PACKAGE_DAYS_MAX = 50_000;

const msOf = (day: string) => Date.parse(`${day}T00:00:00Z`);

const Day = Type.Refine(
  Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', expects: 'a day like "2027-01-31"' }),
  // The 30th of February is another day.
  (day) => !Number.isNaN(msOf(day)) && isoOf(msOf(day)).startsWith(day),
);

const Arguments = Type.Object({
  ...BUYS_ASKED,
  start_date: Type.Optional(Day),
  end_date: Type.Optional(Day),
  include_package_daily_breakdown: Type.Optional(Type.Boolean()),
  time_granularity: Type.Optional(Type.String({ maxLength: 40 })),
});

type DeliveryArgs = DeepReadonly<Static<typeof Arguments>>;

/** What the ledger has of buys, by package and day of UTC, up to now. */
export const getMediaBuyDelivery = tool(NAME, {
  description:
    'Delivery of media buys by package and day of UTC, from start_date up to the day before end_date, as the ledger has it now.',
  input: Arguments,
  run: deliveryOf,
});

const REFUSED_FIELDS = { reporting_revision_id: 'reports are what the ledger has now' };

export async function deliveryOf(args: DeliveryArgs, call: BuyerCall): Promise<object> {
  refuseFields(args, REFUSED_FIELDS);
  if (args.time_granularity !== undefined) {
    const reason = 'reports have days in daily_breakdown, and no other windows';
    const suggestion = 'Leave it out, and read daily_breakdown.';
    refuse.unsupportedGranularity('time_granularity', reason, { suggestion });
  }
  const { items: buys, pagination, account, missing } = await findBuys(NAME, args, call);
  if (missing[0] !== undefined) refuseWith(noBuy(`media_buy_ids[${missing[0]}]`));
  const { startMs, endMs } = periodOf(args, buys, call.nowMs);
  const campaigns = buys.flatMap(({ buy }) => buy.definition.packages.map(({ id }) => id));
  const [fromDay, toDay] = [dayOf(startMs), dayOf(endMs - 1)];
  const rows = campaigns.length * (toDay - fromDay + 1);
  if (rows > PACKAGE_DAYS_MAX) {
    const reason = `expected at most ${PACKAGE_DAYS_MAX} days of packages, but got ${rows}`;
    const suggestion = 'Ask for fewer buys, or for fewer days.';
    refuse.invalid('media_buy_ids', reason, { suggestion });
  }
  const days = await call.sources.delivered(campaigns, { fromDay, toDay });
  const byPackage = Map.groupBy(days, ({ campaign }) => campaign);
  const daysOf = (id: string) => byPackage.get(id) ?? [];
  const hasPackageDays = args.include_package_daily_breakdown === true;
  const isSandbox = account?.definition.isSandbox ?? call.buyer.sandbox === true;
  return {
    reporting_period: { start: isoOf(startMs), end: isoOf(endMs) },
    currency: CURRENCY,
    aggregated_totals: { ...metricsOf(summedUp(days)), media_buy_count: buys.length },
    media_buy_deliveries: buys.map((found) => buyReport(found, daysOf, hasPackageDays)),
    ...(isSandbox && { sandbox: true }),
    pagination,
  };
}

/** From the first day up to the one before the last. Without a day the period is open at that side: to what the buys have so far. */
function periodOf(
  { start_date: start, end_date: end }: DeliveryArgs,
  buys: readonly FoundBuy[],
  nowMs: number,
) {
  if (start !== undefined && end !== undefined && end <= start) {
    refuse.invalid('end_date', 'expected a day after start_date, since it is exclusive', {
      suggestion: `Send end_date "${dateOf(dayOf(msOf(start)) + 1)}" for one day.`,
    });
  }
  const firstMs =
    start === undefined ? Math.min(nowMs, ...buys.map(({ buy }) => buy.createdMs)) : msOf(start);
  const endMs = end === undefined ? Math.max(nowMs, firstMs + 1) : msOf(end);
  return { startMs: Math.min(firstMs, endMs - 1), endMs };
}

/** What became of a package or of several, exact. */
type DeliverySums = {
  readonly impressions: number;
  readonly clicks: number;
  readonly conversions: number;
  readonly spendNanos: bigint;
  readonly valueNanos: bigint;
};

const NANOS_PER_MICRO = 1000n;

function summedUp(days: readonly CampaignDay[]): DeliverySums {
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
} as const satisfies Readonly<Record<DeliveryMetric, (sums: DeliverySums) => number | undefined>>;

/** The sums as a report has them. A rate of nothing is left out. */
function metricsOf(sums: DeliverySums): object {
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
const usdFor = (nanos: bigint, count: number) => ratio(Number(nanos) / NANOS_PER_USD, count);

const MILLE = 1000n;

/** What was paid for a thousand impressions, or for a click. */
function rateOf(model: PricingModel, { spendNanos, impressions, clicks }: DeliverySums) {
  return model === 'cpm' ? usdFor(spendNanos * MILLE, impressions) : usdFor(spendNanos, clicks);
}

/** The report of one buy. Its totals are the sums of its packages, and those of their days, to the billionth. */
function buyReport(
  { buy: { id, definition }, status }: FoundBuy,
  daysOf: (packageId: string) => readonly CampaignDay[],
  hasPackageDays: boolean,
) {
  const { packages, isPaused } = definition;
  const days = packages.flatMap((line) => daysOf(line.id));
  const [model, ...others] = new Set(packages.map((line) => line.model));
  const all = summedUp(days);
  const rate = model !== undefined && others.length === 0 ? rateOf(model, all) : undefined;
  return {
    media_buy_id: id,
    currency: CURRENCY,
    status,
    ...(others.length === 0 && { pricing_model: model }),
    totals: { ...metricsOf(all), ...(rate !== undefined && { effective_rate: rate }) },
    by_package: packages.map((line) => {
      const sums = summedUp(daysOf(line.id));
      return {
        package_id: line.id,
        ...metricsOf(sums),
        pricing_model: line.model,
        // Before anything was shown or clicked, the bid is all that is known of the price.
        rate: rateOf(line.model, sums) ?? line.bidUsd,
        currency: CURRENCY,
        paused: line.isPaused || isPaused,
        ...(hasPackageDays && { daily_breakdown: dailyReport(daysOf(line.id)) }),
      };
    }),
    daily_breakdown: dailyReport(days),
  };
}

/** Days on which nothing happened are left out. */
function dailyReport(days: readonly CampaignDay[]) {
  return [...Map.groupBy(days, ({ day }) => day)]
    .toSorted(([one], [other]) => one - other)
    .map(([day, all]) => ({ date: dateOf(day), ...metricsOf(summedUp(all)) }));
}
