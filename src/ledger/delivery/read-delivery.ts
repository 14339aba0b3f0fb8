import { selectAll } from '../../lib/sql/bulk.ts';
import type { Database } from '../../lib/sql/database.ts';
import { oneOf, readerOf, type Shaped } from '../../lib/sql/shape.ts';
import type { DeliveryKind } from './delivery.ts';

type Source = Pick<Database, 'query'>;

/** SQL for the sums of one kind. */
const sumOf = (kind: DeliveryKind, column: 'count' | 'amount' = 'count') =>
  `sum(case when kind = '${kind}' then ${column} else 0 end)`;

const CAMPAIGN = { partner: String, campaign: String };

const REASON = {
  kind: oneOf<DeliveryKind>,
  detail: String,
  publisher: String,
  count: Number,
  amount: Number,
};

/** What became of chances, and why: sums of the cells of some days. */
export type DeliveryRow = Shaped<typeof REASON>;

export type DeliveryQuestion = {
  readonly partner: string;
  readonly campaign: string;
  readonly fromDay: number;
};

/** Rows of one answer. A campaign that has more shows the most frequent. */
const ROWS_MAX = 1000;

/** The counts of one campaign since a day, the most frequent first. */
export async function readDelivery(
  { query }: Source,
  { partner, campaign, fromDay }: DeliveryQuestion,
): Promise<readonly DeliveryRow[]> {
  const rows = await query(
    `select kind, detail, publisher, sum(count) as count, sum(amount) as amount
     from campaign_delivery
     where partner = $1 and campaign = $2 and day >= cast($3 as bigint)
     group by kind, detail, publisher having sum(count) > 0 order by sum(count) desc limit ${ROWS_MAX}`,
    [partner, campaign, fromDay],
  );
  return rows.map(readerOf(REASON));
}

/** Rows of one campaign that are read, the most frequent first. */
const ROWS_PER_CAMPAIGN_MAX = 60;

const NAMED_REASON = { campaign: String, ...REASON };

/** What became of the chances of campaigns of one partner, and why, since a day: for few campaigns, in few statements. */
export async function readReasons(
  { query }: Source,
  partner: string,
  campaigns: readonly string[],
  fromDay: number,
): Promise<readonly Shaped<typeof NAMED_REASON>[]> {
  const rows = await selectAll(
    query,
    campaigns,
    (keys) => `select campaign, kind, detail, publisher, count, amount from (
        select campaign, kind, detail, publisher, sum(count) as count, sum(amount) as amount,
          row_number() over (partition by campaign order by sum(count) desc) as place
        from campaign_delivery
        where partner = $1 and day >= cast($2 as bigint) and campaign in (${keys})
          and kind in ('bid', 'won', 'misfit', 'held', 'dropped', 'floor', 'outbid')
        group by campaign, kind, detail, publisher having sum(count) > 0
      ) as placed where place <= ${ROWS_PER_CAMPAIGN_MAX} order by count desc`,
    [partner, fromDay],
  );
  return rows.map(readerOf(NAMED_REASON));
}

const CHANCES = {
  ...CAMPAIGN,
  day: Number,
  bid: Number,
  sold: Number,
  /** Matched, and no creative fitted. */
  unfit: Number,
  /** Matched, and held back. */
  held: Number,
};

/** What became of the chances of one campaign on one day of UTC. */
export type DayChances = Shaped<typeof CHANCES>;

/** From the first to the last of them. */
type DaySpan = { readonly fromDay: number; readonly toDay: number };

/**
 * Of all campaigns that had a chance on these days, in one statement: a list has to know all before it can be sorted. Or
 * of one of them.
 */
export async function readChances(
  { query }: Source,
  { fromDay, toDay }: DaySpan,
  only?: Pick<DayChances, 'partner' | 'campaign'>,
): Promise<readonly DayChances[]> {
  const rows = await query(
    `select partner, campaign, day, ${sumOf('bid')} as bid, ${sumOf('won')} as sold,
       ${sumOf('misfit')} as unfit, ${sumOf('held')} as held
     from campaign_delivery
     where day >= cast($1 as bigint) and day <= cast($2 as bigint)
       and kind in ('bid', 'won', 'misfit', 'held')
       ${only === undefined ? '' : 'and partner = $3 and campaign = $4'}
     group by partner, campaign, day`,
    only === undefined ? [fromDay, toDay] : [fromDay, toDay, only.partner, only.campaign],
  );
  return rows.map(readerOf(CHANCES));
}

/** Whether any campaign had a chance since a day. */
export async function hasChances({ query }: Source, fromDay: number): Promise<boolean> {
  const found = await query(
    'select day from campaign_delivery where day >= cast($1 as bigint) limit 1',
    [fromDay],
  );
  return found.length > 0;
}

const SPEND = { ...CAMPAIGN, todayNanos: Number, nanos: Number };

/** What one campaign was charged since a day, in billionths of a USD. */
export type CampaignSpend = Shaped<typeof SPEND>;

type SpendDays = { readonly fromDay: number; readonly today: number };

/** Of all campaigns that were charged since a day of UTC. */
export async function readSpend(
  { query }: Source,
  { fromDay, today }: SpendDays,
): Promise<readonly CampaignSpend[]> {
  const rows = await query(
    `select partner, campaign, sum(amount) as nanos,
       sum(case when day >= cast($2 as bigint) then amount else 0 end) as today_nanos
     from campaign_delivery where day >= cast($1 as bigint) and kind = 'billed'
     group by partner, campaign`,
    [fromDay, today],
  );
  return rows.map(readerOf(SPEND));
}

const CAMPAIGN_DAY = {
  ...CAMPAIGN,
  day: Number,
  shown: Number,
  clicked: Number,
  converted: Number,
  /** What it was charged, in billionths of a USD. */
  nanos: Number,
  /** What its conversions were worth, in millionths of a USD. */
  valueMicros: Number,
};

/** What became of one campaign on one day of UTC. */
export type CampaignDay = Shaped<typeof CAMPAIGN_DAY>;

type DaysQuestion = {
  readonly partner: string;
  readonly campaigns: readonly string[];
  readonly fromDay: number;
  /** The last one; undefined: all since `fromDay`. */
  readonly toDay?: number | undefined;
};

/** Of some campaigns of one partner. */
export async function readCampaignDays(
  { query }: Source,
  { partner, campaigns, fromDay, toDay = Number.MAX_SAFE_INTEGER }: DaysQuestion,
): Promise<readonly CampaignDay[]> {
  const select = (list: string) =>
    `select partner, campaign, day, ${sumOf('shown')} as shown, ${sumOf('clicked')} as clicked,
       ${sumOf('converted')} as converted, ${sumOf('billed', 'amount')} as nanos,
       ${sumOf('converted', 'amount')} as value_micros
     from campaign_delivery
     where partner = $1 and day >= cast($2 as bigint) and day <= cast($3 as bigint)
       and campaign in (${list}) and kind in ('shown', 'clicked', 'converted', 'billed')
     group by partner, campaign, day`;
  const rows = await selectAll(query, campaigns, select, [partner, fromDay, toDay]);
  return rows.map(readerOf(CAMPAIGN_DAY));
}
