import { selectAll } from '../bulk.ts';
import type { Database, Row } from '../database.ts';

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

/** What one campaign was charged and how often it was shown on one day of UTC. */
export type CampaignDay = {
  readonly partner: string;
  readonly campaign: string;
  readonly day: number;
  readonly shown: number;
  readonly nanos: number;
};

type DaysQuestion = {
  readonly partner: string;
  readonly campaigns: readonly string[];
  readonly fromDay: number;
};

/** Of some campaigns of one partner. */
export async function readCampaignDays(
  { query }: Pick<Database, 'query'>,
  { partner, campaigns, fromDay }: DaysQuestion,
): Promise<readonly CampaignDay[]> {
  const select = (list: string) =>
    `select partner, campaign, day, sum(case when kind = 'shown' then count else 0 end) as shown,
       sum(case when kind = 'billed' then amount else 0 end) as nanos
     from campaign_delivery where partner = $1 and day >= cast($2 as bigint)
       and campaign in (${list}) and kind in ('shown', 'billed')
     group by partner, campaign, day`;
  const rows = await selectAll(query, campaigns, select, [partner, fromDay]);
  return rows.map((row) => ({
    ...namesOf(row),
    day: Number(row.day),
    shown: Number(row.shown),
    nanos: Number(row.nanos),
  }));
}

function namesOf({ partner, campaign }: Row) {
  return { partner: String(partner), campaign: String(campaign) };
}
