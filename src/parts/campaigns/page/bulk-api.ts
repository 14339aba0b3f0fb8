import type { ImportedEntry } from '../../../store/import-campaigns.ts';

export const IMPORT_ROWS_MAX = 2000;

export type CampaignKey = { readonly partner: string; readonly campaign: string };

/** `POST /api/campaigns/import/preview?partner=…&format=…` and `POST /api/campaigns/import?…` */
export type ImportAnswer = { readonly entries: readonly ImportedEntry[] };
