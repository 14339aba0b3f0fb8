import type { SavedReportsApi } from '../reports-saved-reports.ts';
import type { ViewDocument } from '../view-documents.ts';

/** `GET /api/report-views` */
export type SavedReportsAnswer = Awaited<ReturnType<SavedReportsApi['list']>>;

/** One of them. */
export type SavedReport = ViewDocument;

/** `POST /api/report-views/{view}/links`: the URL is told once. */
export type MadeReportLink = SavedReport['links'][number] & { readonly url: string };

/** What each part of the page of one saved report is given. */
export type SavedPartProps = {
  readonly view: SavedReport;
  readonly answer: SavedReportsAnswer;
  readonly mayChange: boolean;
  readonly reload: () => void;
};
