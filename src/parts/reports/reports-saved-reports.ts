import { queryFault } from '../../ledger/report-query.ts';
import type { Author } from '../../store/write-store.ts';
import { createLinks } from './links.ts';
import type { SavedReportsParts } from './saved-reports-parts.ts';
import { createSchedules } from './schedules.ts';
import { noView, viewDocument } from './view-documents.ts';
import { ViewFault } from './view-fault.ts';
import {
  readLinks,
  readSchedules,
  readView,
  readViews,
  recordChange,
  type SavedView,
  tooMany,
  type ViewChange,
} from './view-rows.ts';
import {
  CLIENT_COLUMNS,
  LINK_DAYS_MAX,
  RenameSchema,
  readBody,
  ViewSchema,
} from './view-schema.ts';

export type SavedReportsApi = ReturnType<typeof createSavedReports>;

const VIEWS_MAX = 200;

/** Views that people have saved, when they are sent, and the links of clients. Rejects while the database cannot be reached. */
export function createSavedReports(parts: SavedReportsParts) {
  const { database, webhooks, newId, nowMs } = parts;

  const changeOf = (view: Pick<SavedView, 'id'>, action: string, author: Author): ViewChange => ({
    subject: `report-views/${view.id}`,
    action,
    author,
    nowMs: nowMs(),
  });

  return {
    ...createSchedules(parts),
    ...createLinks(parts),
    /** By name, each with its schedules and links; and the webhooks that reports can be sent to. */
    async list() {
      const { query } = database();
      const [views, schedules, links] = await Promise.all([
        readViews(query),
        readSchedules(query),
        readLinks(query),
      ]);
      return {
        views: views.map((view) => viewDocument(view, schedules, links, nowMs())),
        webhooks: webhooks().flatMap(({ name, format }) => (format === 'json' ? name : [])),
        /** What a link shows unless somebody chooses otherwise, and how long it may work. */
        clientColumns: [...CLIENT_COLUMNS],
        linkDaysMax: LINK_DAYS_MAX,
      };
    },
    async create(value: unknown, author: Author) {
      const read = readBody(ViewSchema, value);
      if (read instanceof ViewFault) return read;
      const fault = queryFault(read.query, nowMs());
      if (fault !== undefined) return new ViewFault('invalid', fault.reason, 'query');
      const view = { ...read, id: newId(), madeBy: author.who, madeMs: nowMs() };
      return database().transaction(async (query) => {
        const { name, query: text } = read;
        const full = await tooMany(query, 'report_views', VIEWS_MAX, 'saved reports');
        if (full !== undefined) return full;
        await recordChange(query, { ...changeOf(view, 'create', author), after: read });
        await query(
          `insert into report_views (id, name, query, made_by, made_ms)
           values ($1, $2, $3, $4, cast($5 as bigint))`,
          [view.id, name, text, view.madeBy, view.madeMs],
        );
        return viewDocument(view, [], [], nowMs());
      });
    },
    async rename(id: string, value: unknown, author: Author) {
      const read = readBody(RenameSchema, value);
      if (read instanceof ViewFault) return read;
      return database().transaction(async (query) => {
        const view = await readView(query, id);
        if (view === undefined) return noView(id);
        const { name } = read;
        const [before, after] = [{ name: view.name }, { name }];
        await recordChange(query, { ...changeOf(view, 'rename', author), before, after });
        await query('update report_views set name = $1 where id = $2', [name, id]);
        return viewDocument({ ...view, name }, [], [], nowMs());
      });
    },
    /** With its schedules and links. */
    async remove(id: string, author: Author) {
      return database().transaction(async (query) => {
        const view = await readView(query, id);
        if (view === undefined) return noView(id);
        const { name, query: text } = view;
        const before = { name, query: text };
        await recordChange(query, { ...changeOf(view, 'delete', author), before });
        await query('delete from report_schedules where view_id = $1', [id]);
        await query('delete from report_links where view_id = $1', [id]);
        await query('delete from report_views where id = $1', [id]);
        return {};
      });
    },
  };
}
