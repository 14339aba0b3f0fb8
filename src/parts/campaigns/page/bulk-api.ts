import type { Difference } from '../../../lib/differences.ts';
import type { BulkAction } from '../../../store/bulk-change.ts';
import type { ImportedEntry } from '../../../store/import-campaigns.ts';

/** Campaigns of one call: each is a transaction of its own, and a call takes seconds at most. */
export const BULK_MAX = 500;

/** Campaigns that are selected at once: as many as can be taken back. */
export const SELECTED_MAX = 5000;

export const IMPORT_ROWS_MAX = 2000;

export type CampaignKey = { readonly partner: string; readonly campaign: string };

/** `GET /api/campaigns/selection?find=…&state=…&partner=…` */
export type Selection = {
  /** Those of the store, in the order of the list, up to `SELECTED_MAX`. */
  readonly campaigns: readonly CampaignKey[];
  /** How many campaigns of the store match. */
  readonly total: number;
};

/** `POST /api/campaigns/bulk`, and `…/bulk/preview`, which takes no revisions. */
export type BulkCall = {
  readonly action: BulkAction;
  readonly campaigns: readonly (CampaignKey & { readonly revision?: number | null })[];
};

export type BulkResult = CampaignKey & {
  /** That was changed or looked at. Null: there is no such campaign. */
  readonly revision: number | null;
  readonly outcome: 'changed' | 'unchanged' | 'refused';
  /** Why nothing changed, else ''. */
  readonly reason: string;
  readonly changes: readonly Difference[];
};

export type BulkAnswer = { readonly results: readonly BulkResult[] };

/** `POST /api/campaigns/import/preview?partner=…&format=…` and `POST /api/campaigns/import?…` */
export type ImportAnswer = { readonly entries: readonly ImportedEntry[] };
