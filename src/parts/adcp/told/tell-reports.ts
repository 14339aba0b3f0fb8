import { isWaiting, queueWebhook } from '../../../ledger/queue-webhook.ts';
import { dayOf } from '../../../lib/day.ts';
import { dateOf } from '../../../lib/local-day.ts';
import type { Database } from '../../../lib/sql/database.ts';
import type { Buyer } from '../buyers.ts';
import { flightOf } from '../buys/flight-of-package.ts';
import { BUY_TABLE, type MediaBuy } from '../records/buy-record.ts';
import { messageBody } from './message.ts';
import { webhookNameOfRecord } from './recipient.ts';
import type { RecordStates } from './record-states.ts';
import { firstDueMs, periodDueAt, type ToldPeriod } from './report-period.ts';
import { countOfEach, type TellParts } from './tell-states.ts';
import { markReported, readRows, type ToldRow } from './told-table.ts';
import { buyerOf, isLastOfBuy, listOf } from './watched.ts';

/** Reports that are made in a round. */
const REPORTS_MAX = 20;

const BUYS = 'media-buy:';

type Reporting = NonNullable<MediaBuy['definition']['reporting']>;

/** Queues the reports that are due, each once and in the order of their periods. */
export function createTellReports(parts: TellParts) {
  let after = BUYS;
  return async (database: Database): Promise<number> => {
    const { query } = database;
    const due = { dueMs: parts.nowMs() };
    const page = await readRows(query, due, { prefix: BUYS, after, countMax: REPORTS_MAX });
    after = page.length < REPORTS_MAX ? BUYS : (page.at(-1)?.key ?? BUYS);
    const states = parts.states();
    return countOfEach(page, (row) => report(database, row, states, parts));
  };
}

async function report(
  { query, transaction }: Pick<Database, 'query' | 'transaction'>,
  row: ToldRow,
  states: RecordStates,
  parts: TellParts,
): Promise<boolean> {
  const buy = await BUY_TABLE.read(query, row.key);
  const [reporting, buyer] = [buy?.definition.reporting, buyerOf(buy, parts)];
  if (buy === undefined || reporting === undefined || buyer === undefined) {
    await markReported(query, row, { ...row, dueMs: 0 });
    return false;
  }
  const { frequency } = reporting;
  const period = periodDueAt(frequency, row.reportDueMs);
  const periodDueMs = firstDueMs(frequency, period.startMs);
  if (periodDueMs !== row.reportDueMs) {
    await markReported(query, row, { ...row, dueMs: periodDueMs });
    return false;
  }
  const name = webhookNameOfRecord('report', row.key);
  if (await isWaiting(query, name)) return false;
  const { status } = await states.buy(query, buy);
  const isLast = isLastOfBuy(status) && endedMs(buy, status) <= period.endMs;
  const dueMs = isLast ? 0 : firstDueMs(frequency, period.endMs);
  const reports = row.reports + 1;
  const body = await reportBody({ buy, buyer, reporting, period, dueMs, reports }, parts);
  return transaction(async (ask) => {
    if (!(await markReported(ask, row, { dueMs, reports }))) return false;
    await queueWebhook(ask, { name, event: String(reports), body });
    return true;
  });
}

/** Of a buy that delivers nothing any more: since when. */
function endedMs({ definition, changedMs }: MediaBuy, status: string): number {
  const { canceled, packages, endMs } = definition;
  if (status !== 'completed') return canceled?.atMs ?? changedMs;
  return Math.max(endMs, ...packages.map((line) => flightOf(definition, line).endMs));
}

type ReportOfPeriod = {
  readonly buy: MediaBuy;
  readonly buyer: Buyer;
  readonly reporting: Reporting;
  readonly period: ToldPeriod;
  /** Of the next one; 0: this is the last one. */
  readonly dueMs: number;
  readonly reports: number;
};

/** What get_media_buy_delivery answers for the period, in the version of the webhook. */
async function reportBody(
  { buy, buyer, reporting, period, dueMs, reports }: ReportOfPeriod,
  { seller, newId, nowMs }: TellParts,
): Promise<string> {
  const answer = await seller.call(
    'get_media_buy_delivery',
    {
      adcp_version: reporting.version,
      account: { account_id: buy.account },
      media_buy_ids: [buy.id],
      start_date: dateOf(dayOf(period.startMs)),
      end_date: dateOf(dayOf(period.endMs)),
    },
    buyer,
    'exchange',
  );
  const deliveries = listOf(answer?.body.media_buy_deliveries);
  if (answer?.isError !== false || deliveries.length === 0) {
    throw new Error(`expected get_media_buy_delivery to have ${buy.id}, but it has not`);
  }
  // Of the answer to a call, not of a report.
  const { adcp_version: _, status: __, ...delivery } = answer.body;
  const isFinal = dueMs === 0;
  const result = {
    notification_type: isFinal ? 'final' : 'scheduled',
    sequence_number: reports,
    ...(!isFinal && { next_expected_at: new Date(dueMs).toISOString() }),
    ...delivery,
  };
  const sentence = `Delivery of media buy ${buy.id} from ${dateOf(dayOf(period.startMs))} to ${dateOf(dayOf(period.endMs - 1))}.`;
  return messageBody(
    reporting,
    {
      taskId: buy.id,
      taskStatus: 'completed',
      sentence,
      result,
      shortResult: { ...result, media_buy_deliveries: deliveries.map(withoutDays) },
    },
    { idempotencyKey: newId(), atMs: nowMs() },
  );
}

/** Of a buy of a hundred packages. */
function withoutDays({
  daily_breakdown: _,
  by_package: packages,
  ...delivery
}: Readonly<Record<string, unknown>>) {
  const shorter = listOf(packages).map(({ daily_breakdown: _, ...rest }) => rest);
  return { ...delivery, by_package: shorter };
}
