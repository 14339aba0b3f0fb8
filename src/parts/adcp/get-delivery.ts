import Type, { type Static } from 'typebox';
import type { DeepReadonly } from '../../lib/readonly.ts';
import type { Query } from '../../lib/sql/database.ts';
import { ACCOUNT_CURRENCY, findAccount } from './accounts.ts';
import { UNREACHABLE } from './change-once.ts';
import {
  type BuyReportPeriod,
  buyReport,
  metricsOf,
  type PackageDay,
  readPeriod,
  summedUp,
  sumsOfDay,
} from './delivery.ts';
import { refuse, refuseWith } from './errors.ts';
import { AccountReference, OPAQUE } from './fields.ts';
import { createBuyReach, type FoundBuy } from './list-buys.ts';
import { Pagination, pageOf } from './paging.ts';
import { type BuyerCall, done, type SellerSources, type Tool, type ToolAnswer } from './tool.ts';

const NAME = 'get_media_buy_delivery';

const BUYS_ASKED_MAX = 100;
const METRICS_ASKED_MAX = 100;

/** Rows of one answer: of all its packages, each day. */
const PACKAGE_DAYS_MAX = 50_000;

const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', expects: 'a day like "2027-01-31"' });
const Status = Type.String({ minLength: 1, maxLength: 40 });

const Arguments = Type.Object({
  ...OPAQUE,
  account: Type.Optional(AccountReference),
  media_buy_ids: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
      minItems: 1,
      maxItems: BUYS_ASKED_MAX,
    }),
  ),
  status_filter: Type.Optional(
    Type.Union([Status, Type.Array(Status, { minItems: 1, maxItems: 20 })]),
  ),
  start_date: Type.Optional(Day),
  end_date: Type.Optional(Day),
  include_package_daily_breakdown: Type.Optional(Type.Boolean()),
  requested_metrics: Type.Optional(
    Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: METRICS_ASKED_MAX }),
  ),
  time_granularity: Type.Optional(Type.String({ maxLength: 40 })),
  reporting_revision_id: Type.Optional(Type.String({ maxLength: 255 })),
  pagination: Type.Optional(Pagination),
});

type DeliveryArgs = DeepReadonly<Static<typeof Arguments>>;

/** What the ledger has of buys, by package and day of UTC, up to now. */
export function getMediaBuyDelivery(sources: SellerSources): Tool {
  return {
    name: NAME,
    description:
      'Delivery of media buys by package and day of UTC, from start_date up to the day before end_date, as the ledger has it now.',
    schema: Arguments,
    openTo: 'buyers',
    async run(args: DeliveryArgs, call: BuyerCall): Promise<ToolAnswer> {
      const database = sources.database() ?? refuseWith(UNREACHABLE);
      checkArgs(args);
      const periodFrom = readPeriod(args, call.nowMs);
      const page = await buysAsked(database.query, args, call);
      const { items: buys, pagination } = page;
      const firstMs = Math.min(call.nowMs, ...buys.map(({ buy }) => buy.createdMs));
      const period = periodFrom(firstMs);
      const days = await readDays(sources, { buys, period });
      const report = { buys, period, days };
      return done({ ...reportOf(args, report), ...page.more, pagination });
    },
  };
}

/** What would have to be honoured and is not. */
function checkArgs({ time_granularity, reporting_revision_id }: DeliveryArgs): void {
  if (time_granularity !== undefined) {
    refuse.unsupportedGranularity(
      'time_granularity',
      'reports have days in daily_breakdown, and no other windows',
      { suggestion: 'Leave it out, and read daily_breakdown.' },
    );
  }
  if (reporting_revision_id === undefined) return;
  refuse.unsupported('reporting_revision_id', 'reports are what the ledger has now', {
    suggestion: 'Leave it out.',
  });
}

/** Those that are named, or a page of those in some state. */
async function buysAsked(query: Query, args: DeliveryArgs, call: BuyerCall) {
  const { account: reference, media_buy_ids: ids, status_filter: filter } = args;
  const { buyer } = call;
  const account = reference && (await findAccount(query, buyer, reference));
  const isSandbox = account?.definition.isSandbox ?? buyer.isSandbox;
  const more = isSandbox ? { sandbox: true } : {};
  const reach = createBuyReach(query, call, account);
  if (ids !== undefined) {
    const { buys: items, missing } = await reach.named(ids);
    if (missing[0] !== undefined) refuse.mediaBuyNotFound(`media_buy_ids[${missing[0]}]`);
    return { items, pagination: { has_more: false }, more };
  }
  const wanted = filter === undefined ? undefined : [filter].flat();
  const page = await pageOf<FoundBuy, FoundBuy>({
    list: NAME,
    asked: args.pagination,
    read: reach.after,
    positionOf: ({ buy }) => buy.createdRevision,
    shown: (one) =>
      one.isReached && (wanted === undefined || wanted.includes(one.status)) ? one : undefined,
  });
  return { ...page, more };
}

type DaysAsked = {
  readonly buys: readonly FoundBuy[];
  readonly period: BuyReportPeriod;
};

async function readDays(
  { delivered }: Pick<SellerSources, 'delivered'>,
  { buys, period }: DaysAsked,
): Promise<readonly PackageDay[]> {
  const campaigns = buys.flatMap(({ buy }) => buy.definition.packages.map(({ id }) => id));
  const days = period.toDay - period.fromDay + 1;
  if (campaigns.length * days > PACKAGE_DAYS_MAX) {
    return refuse.invalid(
      'media_buy_ids',
      `expected at most ${PACKAGE_DAYS_MAX} days of packages, but got ${campaigns.length} packages and ${days} days`,
      { suggestion: 'Ask for fewer buys, or for fewer days.' },
    );
  }
  return (await delivered(campaigns, period)).map((one) => ({
    packageId: one.campaign,
    day: one.day,
    ...sumsOfDay(one),
  }));
}

type ReportParts = DaysAsked & { readonly days: readonly PackageDay[] };

function reportOf(args: DeliveryArgs, { buys, period, days }: ReportParts): object {
  const { requested_metrics: metrics, include_package_daily_breakdown = false } = args;
  const iso = (ms: number) => new Date(ms).toISOString();
  const byPackage = Map.groupBy(days, ({ packageId }) => packageId);
  return {
    reporting_period: { start: iso(period.startMs), end: iso(period.endMs) },
    currency: ACCOUNT_CURRENCY,
    aggregated_totals: { ...metricsOf(summedUp(days), metrics), media_buy_count: buys.length },
    media_buy_deliveries: buys.map(({ buy, status }) =>
      buyReport(
        buy,
        buy.definition.packages.flatMap(({ id }) => byPackage.get(id) ?? []),
        { status, metrics, hasPackageDays: include_package_daily_breakdown },
      ),
    ),
  };
}
