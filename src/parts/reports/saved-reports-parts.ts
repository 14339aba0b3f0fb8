import type { Database } from '../../lib/sql/database.ts';
import type { RunReport } from './send-report.ts';

/** A webhook of the config. */
export type NamedWebhook = { readonly name: string; readonly format: string };

export type SavedReportsParts = {
  /** Throws while it cannot be reached. */
  readonly database: () => Database;
  /** Those of the current config. */
  readonly webhooks: () => readonly NamedWebhook[];
  readonly report: RunReport;
  readonly newId: () => string;
  readonly nowMs: () => number;
};
