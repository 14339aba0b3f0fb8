import { isProven, type SaleEvent } from '../../core/sale/fact.ts';
import { dayOf } from '../../lib/day.ts';
import { createSums, insertAll } from '../../lib/sql/bulk.ts';
import type { Query } from '../../lib/sql/database.ts';
import { readerOf, type Shaped } from '../../lib/sql/shape.ts';

/** What people made of an ad, and where it was shown: how often they clicked, and how often they then bought. */
const RESPONSES = {
  partner: String,
  seat: String,
  campaign: String,
  creative: String,
  publisher: String,
  format: String,
  impressions: Number,
  clicks: Number,
  conversions: Number,
};

type Responses = Shaped<typeof RESPONSES>;

/** Of the sales of one day of UTC: a click counts for the day of its impression, so that both lose weight together. */
type ResponseCell = Responses & { readonly day: number };

const KEY = 'partner, seat, campaign, creative, publisher, format';
const addCells = (values: string) =>
  `insert into responses as r (day, ${KEY}, impressions, clicks, conversions) values ${values}
  on conflict (day, ${KEY}) do update set
    impressions = r.impressions + excluded.impressions, clicks = r.clicks + excluded.clicks,
    conversions = r.conversions + excluded.conversions`;

/** Adds counts to the table, each row once. */
export async function writeResponses(query: Query, cells: readonly ResponseCell[]): Promise<void> {
  const sums = createSums();
  for (const cell of cells) {
    const { day, partner, seat, campaign, creative, publisher, format } = cell;
    const { impressions, clicks, conversions } = cell;
    const key = [day, partner, seat, campaign, creative, publisher, format];
    sums.add(key, [impressions, clicks, conversions]);
  }
  await insertAll(query, sums.rows(), addCells);
}

/** What new facts and conversions add. Of other partners, prices are made elsewhere: nothing is learned of them. */
export function responsesOf(
  events: readonly SaleEvent[],
  isPricedHere: (partner: string) => boolean,
): readonly ResponseCell[] {
  return events
    .filter((event) => isLearned(event) && isPricedHere(event.sale.partner))
    .map(({ kind, sale }) => ({
      ...responseSubject(sale),
      impressions: Number(kind === 'impression'),
      clicks: Number(kind === 'click'),
      conversions: Number(kind === 'conversion'),
    }));
}

/** The cell of a sale, to which its impression, its click and its conversions are added. */
function responseSubject({ soldMs, dimensions, ...sale }: SaleEvent['sale']) {
  const { partner, seat, campaign, creative } = sale;
  const { publisher, format } = dimensions;
  return { day: dayOf(soldMs), partner, seat, campaign, creative, publisher, format };
}

/** Whether it says anything about how people respond. A click that cannot be a person's does not, nor does a pixel. */
function isLearned(event: SaleEvent): boolean {
  const { kind, sale, uncharged } = event;
  const isResponse = kind === 'impression' || kind === 'click' || kind === 'conversion';
  return (
    isResponse &&
    isProven(event) &&
    !sale.isTest &&
    (uncharged === undefined || uncharged === 'over-budget')
  );
}

/** After so many days a response has half the weight. */
export const HALF_LIFE_DAYS = 7;

/** Older responses weigh less than a thousandth, and are deleted. */
export const RESPONSE_DAYS = 10 * HALF_LIFE_DAYS;

/** Those that were shown most. What lies behind them is too little to learn from. */
const CELLS_READ_MAX = 50_000;

const WEIGHTS = Array.from({ length: RESPONSE_DAYS }, (_, age) => 0.5 ** (age / HALF_LIFE_DAYS));

const WEIGHT_ROWS = WEIGHTS.map(
  (_, age) => `(cast($${2 * age + 1} as bigint), cast($${2 * age + 2} as double precision))`,
).join(', ');

const READ_CELLS = `with weights (day, weight) as (values ${WEIGHT_ROWS})
  select ${KEY}, sum(r.impressions * w.weight) as impressions, sum(r.clicks * w.weight) as clicks,
    sum(r.conversions * w.weight) as conversions
  from responses r join weights w on w.day = r.day
  group by ${KEY} order by sum(r.impressions * w.weight) desc, ${KEY} limit ${CELLS_READ_MAX}`;

/** The sums of all days, each day by its weight. */
export async function readResponses(query: Query, nowMs: number): Promise<readonly Responses[]> {
  const today = dayOf(nowMs);
  const values = WEIGHTS.flatMap((weight, age) => [today - age, weight]);
  return (await query(READ_CELLS, values)).map(readerOf(RESPONSES));
}
