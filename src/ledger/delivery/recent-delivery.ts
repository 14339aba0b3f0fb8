import { selectAll } from '../../lib/sql/bulk.ts';
import type { Database } from '../../lib/sql/database.ts';
import type { DeliveryKind, DeliveryRow } from './delivery.ts';

/** What became of the chances of one campaign on one day of UTC. */
export type DayChances = {
  readonly partner: string;
  readonly campaign: string;
  readonly day: number;
  readonly bid: number;
  readonly sold: number;
  /** Matched, and no creative fitted. */
  readonly unfit: number;
  /** Matched, and held back. */
  readonly held: number;
};

const sumOf = (kind: DeliveryKind) => `sum(case when kind = '${kind}' then count else 0 end)`;

/** From the first to the last of them. */
type DaySpan = { readonly fromDay: number; readonly toDay: number };

/**
 * Of all campaigns that had a chance on these days, in one statement: a list has to know all before it can be sorted. Or
 * of one of them.
 */
export async function readChances(
  { query }: Pick<Database, 'query'>,
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
  return rows.map((row) => ({
    partner: String(row.partner),
    campaign: String(row.campaign),
    day: Number(row.day),
    bid: Number(row.bid),
    sold: Number(row.sold),
    unfit: Number(row.unfit),
    held: Number(row.held),
  }));
}

/** Whether any campaign had a chance since a day. */
export async function hasChances(
  { query }: Pick<Database, 'query'>,
  fromDay: number,
): Promise<boolean> {
  const found = await query(
    'select day from campaign_delivery where day >= cast($1 as bigint) limit 1',
    [fromDay],
  );
  return found.length > 0;
}

/** Rows of one campaign that are read, the most frequent first. */
const ROWS_PER_CAMPAIGN_MAX = 60;

type NamedRow = DeliveryRow & { readonly campaign: string };

/** What became of the chances of campaigns of one partner, and why, since a day: for few campaigns, in few statements. */
export async function readReasons(
  { query }: Pick<Database, 'query'>,
  partner: string,
  campaigns: readonly string[],
  fromDay: number,
): Promise<readonly NamedRow[]> {
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
  return rows.map((row) => ({
    campaign: String(row.campaign),
    // Written from the list of kinds.
    kind: String(row.kind) as DeliveryKind,
    detail: String(row.detail),
    publisher: String(row.publisher),
    count: Number(row.count),
    amount: Number(row.amount),
  }));
}

/** The minute of the last charge of campaigns of one partner since a moment. */
export async function readLastSpend(
  { query }: Pick<Database, 'query'>,
  partner: string,
  campaigns: readonly string[],
  sinceMs: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await selectAll(
    query,
    campaigns,
    (keys) => `select campaign, max(minute_ms) as minute_ms from rollups
      where partner = $1 and minute_ms >= cast($2 as bigint) and spend_nanos > 0
        and campaign in (${keys})
      group by campaign`,
    [partner, sinceMs],
  );
  return new Map(rows.map((row) => [String(row.campaign), Number(row.minute_ms)]));
}
