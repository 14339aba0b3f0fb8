import { createHash } from 'node:crypto';
import { queueWebhook, WEBHOOK_BODY_LENGTH_MAX } from '../../ledger/queue-webhook.ts';
import { QueryFault, readReportQuery } from '../../ledger/report-query.ts';
import { csvOf } from '../../ledger/report-text.ts';
import type { LedgerReport, RollupQuestion } from '../../ledger/report-types.ts';
import type { Query } from '../../lib/sql/database.ts';
import { zonedText } from '../../lib/time-zone.ts';
import type { SavedView, ViewSchedule } from './view-rows.ts';

/** The report, or a sentence that says why there is none. */
export type RunReport = (
  question: RollupQuestion,
) => Promise<LedgerReport | { readonly reason: string }>;

/** Rows of one message. Who needs more asks `GET /api/report`. */
const SENT_ROWS_MAX = 2000;

/** The answer to a view as of a moment, or why there is none. */
export async function runView(
  { query }: Pick<SavedView, 'query'>,
  report: RunReport,
  atMs: number,
) {
  const question = readReportQuery(new URLSearchParams(query), atMs);
  if (question instanceof QueryFault) return { reason: question.reason };
  const answer = await report(question);
  return 'reason' in answer ? answer : { question, report: answer };
}

type ReportMessage = {
  /** The same for each try to deliver it, by which a receiver knows what it has already. */
  readonly id: string;
  readonly schedule: ViewSchedule;
  readonly view: SavedView;
  readonly atMs: number;
};

/** What a webhook gets: the CSV with its checksum, cut to what a message may have. */
export async function reportMessage(
  { id, schedule, view, atMs }: ReportMessage,
  run: RunReport,
): Promise<string | { readonly reason: string }> {
  const answer = await runView(view, run, atMs);
  if ('reason' in answer) return answer;
  const { report, question } = answer;
  const { fromMs, toMs, zone } = question;
  const bodyOf = (rows: LedgerReport['rows']) => {
    const csv = csvOf({ ...report, rows });
    return JSON.stringify({
      kind: 'report',
      id,
      schedule: schedule.id,
      name: view.name,
      query: view.query,
      from: zonedText(zone, fromMs),
      to: zonedText(zone, toMs),
      zone,
      rows: rows.length,
      isCut: report.isCut || rows.length < report.rows.length,
      sha256: createHash('sha256').update(csv).digest('hex'),
      csv,
    });
  };
  let rows = report.rows.slice(0, SENT_ROWS_MAX);
  let body = bodyOf(rows);
  while (body.length > WEBHOOK_BODY_LENGTH_MAX && rows.length > 0) {
    rows = rows.slice(0, Math.floor(rows.length / 2));
    body = bodyOf(rows);
  }
  return body;
}

/** In the transaction that says that it was made. 'full': too many wait for this webhook. */
export function queueReport(
  query: Query,
  { webhook }: Pick<ViewSchedule, 'webhook'>,
  id: string,
  body: string,
) {
  return queueWebhook(query, { name: webhook, event: `report/${id}`, body });
}
