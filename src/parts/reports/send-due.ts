import { createFaultLog } from '../../ledger/fault-log.ts';
import type { Log } from '../../lib/log.ts';
import { repeat } from '../../lib/repeat.ts';
import { type Database, readClockMs } from '../../lib/sql/database.ts';
import { type DueReport, lastDue } from './due.ts';
import { queueReport, type RunReport, reportMessage } from './send-report.ts';
import { readSchedules, readView, type ViewSchedule } from './view-rows.ts';

type DueParts = {
  readonly database: () => Database | undefined;
  readonly report: RunReport;
  readonly nowMs: () => number;
  readonly log: Log;
};

const ROUND_MS = 15_000;

/** A machine that makes a report and stops leaves it to another after this. */
const CLAIM_MS = 300_000;

const NOT_SENT = 'reports that are due cannot be made: they are tried again';

/** Makes the reports that are due, each once for all machines. Returns the function that ends it. */
export function startDueReports(parts: DueParts): () => Promise<void> {
  const faults = createFaultLog(parts.log, NOT_SENT, 'reports that are due are made again');
  return repeat(async () => {
    try {
      await sendDueReports(parts);
      faults.recovered();
    } catch (error) {
      faults.failed(error);
    }
    return ROUND_MS;
  });
}

/** Resolves to how many this machine has made. */
export async function sendDueReports(parts: DueParts): Promise<number> {
  const { database, nowMs, log } = parts;
  const open = database();
  if (open === undefined) return 0;
  const schedules = await readSchedules(open.query);
  if (schedules.length === 0) return 0;
  const clockMs = await readClockMs(open, nowMs());
  let made = 0;
  for (const schedule of schedules) {
    const due = lastDue(schedule, clockMs);
    if (schedule.state !== 'active' || due.day <= schedule.lastDay) continue;
    if (!(await claim(open, schedule, due, clockMs))) continue;
    const result = await make(open, schedule, due, parts);
    if (result === 'made') made++;
    else if (result !== 'made by another')
      log.warn({ schedule: schedule.id, webhook: schedule.webhook }, result);
  }
  return made;
}

/** Whether this machine is the one that makes it. */
async function claim(
  { query }: Database,
  { id }: ViewSchedule,
  { day }: DueReport,
  clockMs: number,
): Promise<boolean> {
  const rows = await query(
    `update report_schedules set claimed_until_ms = cast($1 as bigint)
     where id = $2 and state = 'active' and last_day < $3 and claimed_until_ms < cast($4 as bigint)
     returning id`,
    [clockMs + CLAIM_MS, id, day, clockMs],
  );
  return rows.length > 0;
}

/** Resolves to 'made' or 'made by another', or to a sentence that says why there is none. */
async function make(
  { query, transaction }: Database,
  schedule: ViewSchedule,
  { day, dueMs }: DueReport,
  { report, nowMs }: DueParts,
): Promise<string> {
  const view = await readView(query, schedule.viewId);
  if (view === undefined) return 'a report is not sent: its view was deleted';
  const id = `${schedule.id}/${day}`;
  const body = await reportMessage({ id, schedule, view, atMs: dueMs }, report);
  if (typeof body !== 'string') throw new Error(body.reason);
  return transaction(async (ask) => {
    // Another machine may have taken over, and only one of them gets past this line.
    const rows = await ask(
      `update report_schedules set last_day = $1, sent_ms = cast($2 as bigint), claimed_until_ms = 0
       where id = $3 and state = 'active' and last_day < $1 returning id`,
      [day, nowMs(), schedule.id],
    );
    if (rows.length === 0) return 'made by another';
    const queued = await queueReport(ask, schedule, id, body);
    return queued === 'full'
      ? 'a report is left out: too many messages wait for its webhook'
      : 'made';
  });
}
