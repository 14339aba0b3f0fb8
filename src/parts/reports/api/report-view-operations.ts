import { LinkSchema, RenameSchema, ScheduleSchema, ViewSchema } from '../view-schema.ts';

/** A part of `OPERATIONS`: reports that people save, send and share. */
export const REPORT_VIEW_OPERATIONS = {
  'GET /api/report-views': {
    role: 'read',
    summary: 'Saved reports, each with its schedules and links, and the webhooks that take reports',
  },
  'POST /api/report-views': {
    role: 'ads',
    summary: 'Saves a report: a name, and the query of `GET /api/report`',
    body: ViewSchema,
    statuses: [201, 409],
  },
  'PUT /api/report-views/{view}': {
    role: 'ads',
    summary: 'Renames a saved report',
    body: RenameSchema,
    statuses: [200, 404],
  },
  'DELETE /api/report-views/{view}': {
    role: 'ads',
    summary: 'Deletes a saved report with its schedules and links',
    statuses: [204, 404],
  },
  'POST /api/report-views/{view}/schedules': {
    role: 'ads',
    summary: 'Sends the report to a webhook every day, week or month',
    body: ScheduleSchema,
    statuses: [201, 404, 409],
  },
  'POST /api/report-schedules/{schedule}/pause': {
    role: 'ads',
    summary: 'Pauses a schedule',
    statuses: [204, 404],
  },
  'POST /api/report-schedules/{schedule}/resume': {
    role: 'ads',
    summary: 'Goes on with a schedule, from the next time on',
    statuses: [204, 404],
  },
  'POST /api/report-schedules/{schedule}/send': {
    role: 'ads',
    summary: 'Sends the report now',
    statuses: [204, 400, 404, 409],
  },
  'DELETE /api/report-schedules/{schedule}': {
    role: 'ads',
    summary: 'Deletes a schedule',
    statuses: [204, 404],
  },
  'POST /api/report-views/{view}/links': {
    role: 'ads',
    summary: 'Makes a link that shows the report without a login, and tells it once',
    body: LinkSchema,
    statuses: [201, 404, 409],
  },
  'DELETE /api/report-links/{link}': {
    role: 'ads',
    summary: 'Revokes a link',
    statuses: [204, 404],
  },
} as const;

export type ReportViewOperationName = keyof typeof REPORT_VIEW_OPERATIONS;
