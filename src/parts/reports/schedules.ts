import type { Author } from '../../store/write-store.ts';
import { lastDue } from './due.ts';
import type { NamedWebhook, SavedReportsParts } from './saved-reports-parts.ts';
import { queueReport, reportMessage } from './send-report.ts';
import { noView, scheduleDocument } from './view-documents.ts';
import { ViewFault } from './view-fault.ts';
import {
  readSchedule,
  readView,
  recordChange,
  tooMany,
  type ViewChange,
  type ViewSchedule,
} from './view-rows.ts';
import { readBody, ScheduleSchema, type ScheduleTerms } from './view-schema.ts';

const SCHEDULES_MAX = 100;

/** When views are sent to webhooks. */
export function createSchedules({ database, webhooks, report, newId, nowMs }: SavedReportsParts) {
  const changeOf = (id: string, action: string, author: Author): ViewChange => ({
    subject: `report-schedules/${id}`,
    action,
    author,
    nowMs: nowMs(),
  });

  /** Changes a schedule that exists. */
  async function change(
    id: string,
    { action, author }: { readonly action: string; readonly author: Author },
    write: (query: Parameters<typeof readSchedule>[0]) => Promise<unknown>,
  ) {
    return database().transaction(async (query) => {
      const found = await readSchedule(query, id);
      if (found === undefined) return noSchedule(id);
      await recordChange(query, changeOf(id, action, author));
      await write(query);
      return {};
    });
  }

  return {
    /** The first one is made when it is next due. */
    async addSchedule(viewId: string, value: unknown, author: Author) {
      const terms = readBody(ScheduleSchema, value);
      if (terms instanceof ViewFault) return terms;
      const fault = webhookFault(terms.webhook, webhooks());
      if (fault !== undefined) return fault;
      const { day: lastDay } = lastDue(terms, nowMs());
      const made = { id: newId(), viewId, state: 'active', madeBy: author.who } as const;
      const schedule: ViewSchedule = { ...terms, ...made, lastDay, sentMs: null };
      return database().transaction(async (query) => {
        if ((await readView(query, viewId)) === undefined) return noView(viewId);
        const full = await tooMany(query, 'report_schedules', SCHEDULES_MAX, 'schedules');
        if (full !== undefined) return full;
        await recordChange(query, { ...changeOf(made.id, 'create', author), after: terms });
        const { every, hour, zone, webhook } = terms;
        await query(
          `insert into report_schedules (id, view_id, every, hour, zone, webhook, state, made_by,
             made_ms, last_day, claimed_until_ms)
           values ($1, $2, $3, cast($4 as bigint), $5, $6, 'active', $7, cast($8 as bigint), $9, 0)`,
          [made.id, viewId, every, hour, zone, webhook, made.madeBy, nowMs(), lastDay],
        );
        return scheduleDocument(schedule);
      });
    },
    pauseSchedule: (id: string, author: Author) =>
      change(id, { action: 'pause', author }, (query) =>
        query(`update report_schedules set state = 'paused' where id = $1`, [id]),
      ),
    /** What was due meanwhile is not made up for. */
    resumeSchedule: (id: string, author: Author) =>
      change(id, { action: 'resume', author }, async (query) => {
        const schedule = await readSchedule(query, id);
        const { day } = lastDue(schedule ?? MIDNIGHT, nowMs());
        await query(`update report_schedules set state = 'active', last_day = $2 where id = $1`, [
          id,
          day,
        ]);
      }),
    removeSchedule: (id: string, author: Author) =>
      change(id, { action: 'delete', author }, (query) =>
        query('delete from report_schedules where id = $1', [id]),
      ),
    /** Sends it as of now, whenever it is due. */
    async sendSchedule(id: string, author: Author) {
      const { query, transaction } = database();
      const schedule = await readSchedule(query, id);
      const view = schedule && (await readView(query, schedule.viewId));
      if (schedule === undefined || view === undefined) return noSchedule(id);
      const fault = webhookFault(schedule.webhook, webhooks());
      if (fault !== undefined) return fault;
      const atMs = nowMs();
      const messageId = `${id}/now-${atMs}`;
      const body = await reportMessage({ id: messageId, schedule, view, atMs }, report);
      if (typeof body !== 'string') return new ViewFault('not-allowed', body.reason);
      return transaction(async (ask) => {
        const queued = await queueReport(ask, schedule, messageId, body);
        if (queued === 'full') return tooManyWait(schedule);
        await recordChange(ask, changeOf(id, 'send', author));
        await ask('update report_schedules set sent_ms = cast($2 as bigint) where id = $1', [
          id,
          atMs,
        ]);
        return {};
      });
    },
  };
}

const MIDNIGHT: Pick<ScheduleTerms, 'every' | 'hour' | 'zone'> = {
  every: 'daily',
  hour: 0,
  zone: 'UTC',
};

function noSchedule(id: string): ViewFault {
  return new ViewFault('not-found', `there is no schedule "${id}"`);
}

function tooManyWait({ webhook }: Pick<ViewSchedule, 'webhook'>): ViewFault {
  const reason = `too many messages wait for the webhook "${webhook}": is it reachable?`;
  return new ViewFault('not-allowed', reason);
}

/** A message for people, as Slack takes it, has no room for a file. */
function webhookFault(name: string, webhooks: readonly NamedWebhook[]): ViewFault | undefined {
  const found = webhooks.find((one) => one.name === name);
  if (found?.format === 'json') return undefined;
  const fit = webhooks.filter(({ format }) => format === 'json').map((one) => one.name);
  const known = fit.length === 0 ? 'the config has none' : fit.join(', ');
  const expected = `expected a webhook of the config with the format json (${known})`;
  return new ViewFault('invalid', `${expected}, but got "${name}"`, 'webhook');
}
