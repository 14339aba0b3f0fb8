import type { Database } from '../database.ts';
import type { DeliveryCell, DeliveryKind } from './delivery.ts';

export type DeliveryQuestion = {
  readonly partner: string;
  readonly campaign: string;
  readonly fromDay: number;
};

export type DeliveryRow = Omit<DeliveryCell, 'day' | 'partner' | 'campaign'>;

/** Rows of one answer. A campaign that has more shows the most frequent. */
const ROWS_MAX = 1000;

/** The counts of one campaign since a day, the most frequent first. */
export async function readDelivery(
  { query }: Database,
  { partner, campaign, fromDay }: DeliveryQuestion,
): Promise<readonly DeliveryRow[]> {
  const rows = await query(
    `select kind, detail, publisher, sum(count) as count, sum(amount) as amount
     from campaign_delivery
     where partner = $1 and campaign = $2 and day >= cast($3 as bigint)
     group by kind, detail, publisher order by sum(count) desc limit ${ROWS_MAX}`,
    [partner, campaign, fromDay],
  );
  return rows.map((row) => ({
    // Written from the list of kinds.
    kind: String(row.kind) as DeliveryKind,
    detail: String(row.detail),
    publisher: String(row.publisher),
    count: Number(row.count),
    amount: Number(row.amount),
  }));
}
