import { createHash } from 'node:crypto';
import type { Host } from '../../host/host.ts';
import { createFaultLog } from '../../ledger/fault-log.ts';
import { queueWebhook, WEBHOOK_BODY_LENGTH_MAX } from '../../ledger/outbox.ts';
import type { LedgerReport } from '../../ledger/report.ts';
import { csvOf } from '../../ledger/report-text.ts';
import { Refusal, refuse } from '../../lib/refusal.ts';
import { repeat } from '../../lib/repeat.ts';
import { readClockMs } from '../../lib/sql/database.ts';
import { zonedText } from '../../lib/time-zone.ts';
import { isSecretOf, keptHash } from '../../store/account-secret.ts';
import { answerReport } from './report.ts';
import { keyOf, lastDue, SAVED_REPORT, type SavedReport, type Schedule } from './saved-report.ts';

export type Reporting = Pick<
  Host,
  'records' | 'store' | 'ledger' | 'database' | 'work' | 'nowMs' | 'log'
>;

const ROUND_MS = 15_000;

const NOT_SENT = 'reports that are due cannot be made: they are tried again';

/** Makes the reports that are due, each once for all machines. Returns the function that ends it. */
export function startDueReports(host: Reporting): () => Promise<void> {
  const faults = createFaultLog(host.log, NOT_SENT, 'reports that are due are made again');
  return repeat(async () => {
    try {
      await sendDueReports(host);
      faults.recovered();
    } catch (error) {
      faults.failed(error);
    }
    return ROUND_MS;
  });
}

export async function sendDueReports(host: Reporting): Promise<void> {
  const database = host.ledger.database();
  if (database === undefined) return;
  const scheduled = host.records.all(SAVED_REPORT).filter(({ definition }) => definition.schedules);
  if (scheduled.length === 0) return;
  const clockMs = await readClockMs(database, host.nowMs());
  for (const report of scheduled) {
    for (const schedule of report.definition.schedules ?? []) {
      await sendIfDue(host, report, schedule, clockMs);
    }
  }
}

const EXCHANGE = { who: 'the exchange', role: 'admin' } as const;

async function sendIfDue(
  host: Reporting,
  { id, definition, kept }: SavedReport,
  schedule: Schedule,
  clockMs: number,
): Promise<void> {
  const key = keyOf(schedule);
  const { day, dueMs } = lastDue(schedule, clockMs);
  const last = kept.sent[key];
  if (schedule.isPaused || last === undefined || last >= day) return;
  const event = `${id}/${key}/${day}`;
  const body = await messageOf(host, definition, event, dueMs);
  if (body instanceof Refusal) throw new Error(body.details.reason);
  const changed = await host.store.change(SAVED_REPORT, id, {
    action: 'send',
    by: EXCHANGE,
    // Of several machines one moves the day on, and that one sends.
    next: (now) =>
      now.kept.sent[key] === last
        ? { kept: { ...now.kept, sent: { ...now.kept.sent, [key]: day } } }
        : MADE_BY_ANOTHER,
    async also(query) {
      const queued = await queueWebhook(query, {
        name: schedule.webhook,
        event: `report/${event}`,
        body,
      });
      if (queued === 'full') host.log.warn({ report: id, webhook: schedule.webhook }, LEFT_OUT);
    },
  });
  if (changed instanceof Refusal && changed !== MADE_BY_ANOTHER) {
    host.log.warn({ report: id, reason: changed.details.reason }, 'a report is not sent');
  }
}

const MADE_BY_ANOTHER = refuse.notAllowed('another machine has made it');
const LEFT_OUT = 'a report is left out: too many messages wait for its webhook';

/** The webhooks of the config that take reports. */
export function webhooksOf({ work }: Pick<Host, 'work'>): readonly string[] {
  const { webhooks } = work().setup.config.alerts;
  return webhooks.flatMap(({ name, format }) => (format === 'json' ? name : []));
}

/** As of now, whenever it is due. */
export async function sendNow(
  host: Reporting,
  id: string,
  webhook: string,
): Promise<Refusal | undefined> {
  const report = await host.store.read(SAVED_REPORT, id);
  if (report === undefined) return refuse.notFound(`there is no saved report "${id}"`);
  const names = webhooksOf(host);
  if (!names.includes(webhook)) {
    const known = names.length === 0 ? 'there is none' : names.join(', ');
    const reason = `expected a webhook of alerts.webhooks with the format json (${known}), but got "${webhook}"`;
    return refuse.notValid([{ field: 'webhook', reason }]);
  }
  const event = `${id}/now/${webhook}/${host.nowMs()}`;
  const body = await messageOf(host, report.definition, event, host.nowMs());
  if (body instanceof Refusal) return body;
  const queued = await host
    .database()
    .transaction((query) => queueWebhook(query, { name: webhook, event: `report/${event}`, body }));
  return queued === 'full'
    ? refuse.notAllowed(`too many messages wait for "${webhook}": is it reachable?`)
    : undefined;
}

/** What the link with this secret shows. undefined: it opens nothing, whatever the reason. */
export function openLink(host: Reporting, secret: string) {
  if (!isSecretOf('report', secret)) return undefined;
  const hash = keptHash(secret);
  for (const { definition, kept } of host.records.all(SAVED_REPORT)) {
    const link = kept.links.find((one) => one.hash === hash && one.expiresMs > host.nowMs());
    if (link === undefined) continue;
    const run = () => answerReport(host, new URLSearchParams(definition.query), host.nowMs());
    return { ...link, name: definition.name, run };
  }
  return undefined;
}

/** Rows of one message. Who needs more asks `GET /api/report`. */
const SENT_ROWS_MAX = 2000;

/** The CSV with its checksum, cut to what a message may have. `id` is the same for each try to deliver it. */
async function messageOf(
  host: Pick<Host, 'database'>,
  { name, query }: SavedReport['definition'],
  id: string,
  atMs: number,
): Promise<string | Refusal> {
  const answer = await answerReport(host, new URLSearchParams(query), atMs);
  if (answer instanceof Refusal) return answer;
  const { report, question } = answer;
  const { fromMs, toMs, zone } = question;
  const bodyOf = (rows: LedgerReport['rows']) => {
    const csv = csvOf({ ...report, rows });
    return JSON.stringify({
      kind: 'report',
      id,
      name,
      query,
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
