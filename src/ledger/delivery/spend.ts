import { selectAll } from '../../lib/sql/bulk.ts';
import type { Database, Row } from '../../lib/sql/database.ts';
import type { DeliveryKind } from './delivery.ts';

/** What one campaign was charged since a day, in billionths of a USD. */
export type CampaignSpend = {
  readonly partner: string;
  readonly campaign: string;
  readonly todayNanos: number;
  readonly nanos: number;
};

type SpendDays = { readonly fromDay: number; readonly today: number };

/** Of all campaigns that were charged since a day of UTC. */
export async function readSpend(
  { query }: Pick<Database, 'query'>,
  { fromDay, today }: SpendDays,
): Promise<readonly CampaignSpend[]> {
  const rows = await query(
    `select partner, campaign, sum(amount) as whole,
       sum(case when day >= cast($2 as bigint) then amount else 0 end) as today
     from campaign_delivery where day >= cast($1 as bigint) and kind = 'billed'
     group by partner, campaign`,
    [fromDay, today],
  );
  return rows.map((row) => ({
    ...namesOf(row),
    todayNanos: Number(row.today),
    nanos: Number(row.whole),
  }));
}

/** What became of one campaign on one day of UTC. */
export type CampaignDay = {
  readonly partner: string;
  readonly campaign: string;
  readonly day: number;
  readonly shown: number;
  readonly clicked: number;
  readonly converted: number;
  /** What it was charged, in billionths of a USD. */
  readonly nanos: number;
  /** What its conversions were worth, in millionths of a USD. */
  readonly valueMicros: number;
};

type DaysQuestion = {
  readonly partner: string;
  readonly campaigns: readonly string[];
  readonly fromDay: number;
  /** The last one; undefined: all since `fromDay`. */
  readonly toDay?: number | undefined;
};

const of = (kind: DeliveryKind, column: 'count' | 'amount') =>
  `sum(case when kind = '${kind}' then ${column} else 0 end)`;

const LAST_DAY = Number.MAX_SAFE_INTEGER;

/** Of some campaigns of one partner. */
export async function readCampaignDays(
  { query }: Pick<Database, 'query'>,
  { partner, campaigns, fromDay, toDay = LAST_DAY }: DaysQuestion,
): Promise<readonly CampaignDay[]> {
  const select = (list: string) =>
    `select partner, campaign, day, ${of('shown', 'count')} as shown, ${of('clicked', 'count')} as clicked,
       ${of('converted', 'count')} as converted, ${of('billed', 'amount')} as nanos,
       ${of('converted', 'amount')} as value_micros
     from campaign_delivery
     where partner = $1 and day >= cast($2 as bigint) and day <= cast($3 as bigint)
       and campaign in (${list}) and kind in ('shown', 'clicked', 'converted', 'billed')
     group by partner, campaign, day`;
  const rows = await selectAll(query, campaigns, select, [partner, fromDay, toDay]);
  return rows.map((row) => ({
    ...namesOf(row),
    day: Number(row.day),
    shown: Number(row.shown),
    clicked: Number(row.clicked),
    converted: Number(row.converted),
    nanos: Number(row.nanos),
    valueMicros: Number(row.value_micros),
  }));
}

function namesOf({ partner, campaign }: Row) {
  return { partner: String(partner), campaign: String(campaign) };
}
