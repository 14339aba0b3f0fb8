import { differencesOf } from '../../lib/differences.ts';
import type { Query, Row } from '../../lib/sql/database.ts';
import { type Author, nextRevision, writeAudit } from '../../store/write-store.ts';
import { ViewFault } from './view-fault.ts';
import { SCHEDULE_STEPS, type ScheduleTerms } from './view-schema.ts';

/** A report that somebody has named. All operators see it. Its query never changes, so what is made of it stays the same. */
export type SavedView = {
  readonly id: string;
  readonly name: string;
  /** As in the address of `GET /api/report`. */
  readonly query: string;
  readonly madeBy: string;
  readonly madeMs: number;
};

/** A view that is sent to a webhook again and again. */
export type ViewSchedule = ScheduleTerms & {
  readonly id: string;
  readonly viewId: string;
  readonly state: 'active' | 'paused';
  readonly madeBy: string;
  /** The day of the last one that was made, or after which they begin. */
  readonly lastDay: string;
  /** null: none was made yet. */
  readonly sentMs: number | null;
};

/** Who has the secret of it sees the view without a login. */
export type ViewLink = {
  readonly id: string;
  readonly viewId: string;
  readonly columns: readonly string[];
  readonly madeBy: string;
  readonly madeMs: number;
  readonly expiresMs: number;
  /** null: nobody has opened it yet. */
  readonly usedMs: number | null;
};

const VIEW = 'id, name, query, made_by, made_ms';
const SCHEDULE = 'id, view_id, every, hour, zone, webhook, state, made_by, last_day, sent_ms';
const LINK = 'id, view_id, columns, made_by, made_ms, expires_ms, used_ms';

export async function readViews(query: Query): Promise<readonly SavedView[]> {
  return (await query(`select ${VIEW} from report_views order by name, id`)).map(viewOf);
}

export async function readView(query: Query, id: string): Promise<SavedView | undefined> {
  const [row] = await query(`select ${VIEW} from report_views where id = $1`, [id]);
  return row && viewOf(row);
}

export async function readSchedules(query: Query): Promise<readonly ViewSchedule[]> {
  const rows = await query(`select ${SCHEDULE} from report_schedules order by made_ms, id`);
  return rows.map(scheduleOf);
}

export async function readSchedule(query: Query, id: string): Promise<ViewSchedule | undefined> {
  const [row] = await query(`select ${SCHEDULE} from report_schedules where id = $1`, [id]);
  return row && scheduleOf(row);
}

export async function readLinks(query: Query): Promise<readonly ViewLink[]> {
  return (await query(`select ${LINK} from report_links order by made_ms desc, id`)).map(linkOf);
}

export async function readLink(query: Query, id: string): Promise<ViewLink | undefined> {
  const [row] = await query(`select ${LINK} from report_links where id = $1`, [id]);
  return row && linkOf(row);
}

/** The link whose secret has this hash, while it has not expired. */
export async function findLink(
  query: Query,
  hash: string,
  nowMs: number,
): Promise<ViewLink | undefined> {
  const [row] = await query(
    `select ${LINK} from report_links where hash = $1 and expires_ms > cast($2 as bigint)`,
    [hash, nowMs],
  );
  return row && linkOf(row);
}

function viewOf(row: Row): SavedView {
  return {
    id: String(row.id),
    name: String(row.name),
    query: String(row.query),
    madeBy: String(row.made_by),
    madeMs: Number(row.made_ms),
  };
}

function scheduleOf(row: Row): ViewSchedule {
  return {
    id: String(row.id),
    viewId: String(row.view_id),
    every: SCHEDULE_STEPS.find((step) => step === row.every) ?? 'daily',
    hour: Number(row.hour),
    zone: String(row.zone),
    webhook: String(row.webhook),
    state: row.state === 'paused' ? 'paused' : 'active',
    madeBy: String(row.made_by),
    lastDay: String(row.last_day),
    sentMs: msOrNull(row.sent_ms),
  };
}

function linkOf(row: Row): ViewLink {
  return {
    id: String(row.id),
    viewId: String(row.view_id),
    columns: String(row.columns).split(','),
    madeBy: String(row.made_by),
    madeMs: Number(row.made_ms),
    expiresMs: Number(row.expires_ms),
    usedMs: msOrNull(row.used_ms),
  };
}

const msOrNull = (value: unknown) => (value === null || value === undefined ? null : Number(value));

/** Who changed what, and when. */
export type ViewChange = {
  readonly subject: string;
  readonly action: string;
  readonly author: Author;
  readonly nowMs: number;
  readonly before?: object | undefined;
  readonly after?: object | undefined;
};

/** In the transaction of the change, before it: nobody else changes the store meanwhile. */
export async function recordChange(query: Query, change: ViewChange): Promise<void> {
  const { subject, action, author, nowMs, before, after } = change;
  const revision = await nextRevision(query);
  const changes = differencesOf(before, after);
  await writeAudit(query, { revision, nowMs, author, action, subject, changes });
}

type CountedTable = 'report_views' | 'report_schedules' | 'report_links';

/** Why there is no room for one more. */
export async function tooMany(
  query: Query,
  table: CountedTable,
  max: number,
  words: string,
): Promise<ViewFault | undefined> {
  const [row] = await query(`select count(*) as rows from ${table}`);
  if (Number(row?.rows) < max) return undefined;
  return new ViewFault('not-allowed', `there are ${max} ${words} already: delete one first`);
}
