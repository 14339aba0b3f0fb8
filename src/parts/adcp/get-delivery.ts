import Type, { type Static } from 'typebox';
import { dayOf } from '../../lib/day.ts';
import { dateOf } from '../../lib/local-day.ts';
import type { DeepReadonly } from '../../lib/readonly.ts';
import { ACCOUNT_CURRENCY } from './accounts.ts';
import { isoOf } from './buy.ts';
import { BUYS_ASKED } from './buy-args.ts';
import { buyReport, metricsOf, summedUp } from './delivery.ts';
import { refuse } from './errors.ts';
import { type FoundBuy, findBuys } from './list-buys.ts';
import { type BuyerCall, tool } from './tool.ts';

const NAME = 'get_media_buy_delivery';

/** Rows of one answer: of all its packages, each day. */
const PACKAGE_DAYS_MAX = 50_000;

const Day = Type.Refine(
  Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', expects: 'a day like "2027-01-31"' }),
  // The 30th of February is another day.
  (day) => !Number.isNaN(msOf(day)) && isoOf(msOf(day)).startsWith(day),
);
const msOf = (day: string) => Date.parse(`${day}T00:00:00Z`);

const Arguments = Type.Object({
  ...BUYS_ASKED,
  start_date: Type.Optional(Day),
  end_date: Type.Optional(Day),
  include_package_daily_breakdown: Type.Optional(Type.Boolean()),
  time_granularity: Type.Optional(Type.String({ maxLength: 40 })),
  reporting_revision_id: Type.Optional(Type.String({ maxLength: 255 })),
});

type DeliveryArgs = DeepReadonly<Static<typeof Arguments>>;

/** What the ledger has of buys, by package and day of UTC, up to now. */
export const getMediaBuyDelivery = tool(NAME, {
  description:
    'Delivery of media buys by package and day of UTC, from start_date up to the day before end_date, as the ledger has it now.',
  input: Arguments,
  run: deliveryOf,
});

export async function deliveryOf(args: DeliveryArgs, call: BuyerCall): Promise<object> {
  checkArgs(args);
  const { items: buys, pagination, account, missing } = await findBuys(NAME, args, call);
  if (missing[0] !== undefined) refuse.mediaBuyNotFound(`media_buy_ids[${missing[0]}]`);
  const isSandbox = account?.definition.isSandbox ?? call.buyer.isSandbox;
  const { startMs, endMs } = periodOf(args, buys, call.nowMs);
  const campaigns = buys.flatMap(({ buy }) => buy.definition.packages.map(({ id }) => id));
  const [fromDay, toDay] = [dayOf(startMs), dayOf(endMs - 1)];
  const rows = campaigns.length * (toDay - fromDay + 1);
  if (rows > PACKAGE_DAYS_MAX) {
    refuse.invalid(
      'media_buy_ids',
      `expected at most ${PACKAGE_DAYS_MAX} days of packages, but got ${rows}`,
      { suggestion: 'Ask for fewer buys, or for fewer days.' },
    );
  }
  const days = await call.sources.delivered(campaigns, { fromDay, toDay });
  const byPackage = Map.groupBy(days, ({ campaign }) => campaign);
  const hasPackageDays = args.include_package_daily_breakdown === true;
  return {
    reporting_period: { start: isoOf(startMs), end: isoOf(endMs) },
    currency: ACCOUNT_CURRENCY,
    aggregated_totals: { ...metricsOf(summedUp(days)), media_buy_count: buys.length },
    media_buy_deliveries: buys.map(({ buy, status }) =>
      buyReport(buy, status, (id) => byPackage.get(id) ?? [], hasPackageDays),
    ),
    ...(isSandbox && { sandbox: true }),
    pagination,
  };
}

/** What would have to be honoured and is not. */
function checkArgs({ time_granularity, reporting_revision_id, ...period }: DeliveryArgs): void {
  if (time_granularity !== undefined) {
    refuse.unsupportedGranularity(
      'time_granularity',
      'reports have days in daily_breakdown, and no other windows',
      { suggestion: 'Leave it out, and read daily_breakdown.' },
    );
  }
  if (reporting_revision_id !== undefined) {
    refuse.unsupported('reporting_revision_id', 'reports are what the ledger has now', {
      suggestion: 'Leave it out.',
    });
  }
  const { start_date: start, end_date: end } = period;
  if (start !== undefined && end !== undefined && end <= start) {
    refuse.invalid('end_date', 'expected a day after start_date, since it is exclusive', {
      suggestion: `Send end_date "${dateOf(dayOf(msOf(start)) + 1)}" for one day.`,
    });
  }
}

/** From the first day up to the one before the last. Without a day the period is open at that side: to what the buys have so far. */
function periodOf(
  { start_date: start, end_date: end }: DeliveryArgs,
  buys: readonly FoundBuy[],
  nowMs: number,
) {
  const firstMs =
    start === undefined ? Math.min(nowMs, ...buys.map(({ buy }) => buy.createdMs)) : msOf(start);
  const endMs = end === undefined ? Math.max(nowMs, firstMs + 1) : msOf(end);
  return { startMs: Math.min(firstMs, endMs - 1), endMs };
}
