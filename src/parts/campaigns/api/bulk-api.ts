import type { ImportedEntry } from '../../../store/import-campaigns.ts';
import type { CampaignFormat, ImportFaults } from '../../../store/read-import.ts';
import type { CampaignQuestion } from '../page/api.ts';
import type { BulkAnswer, BulkCall, CampaignKey, Selection } from '../page/bulk-api.ts';
import type { ChangeCall } from './store-api.ts';

/** What the admin port does with many campaigns at once. Rejects while the database cannot be reached. */
export type BulkApi = {
  /** The campaigns of the store that a list shows on all of its pages. */
  readonly select: (question: CampaignQuestion) => Promise<Selection>;
  /** What a call would do. Nothing is changed. */
  readonly preview: (call: BulkCall) => BulkAnswer;
  /** Each campaign for itself: what is refused for one is done for the others. */
  readonly change: (call: BulkCall, body: string, by: ChangeCall) => Promise<BulkAnswer | KeyUsed>;
  /** undefined: a partner is unknown, or there are several. */
  readonly exportText: (
    campaigns: readonly CampaignKey[],
    format: CampaignFormat,
  ) => string | undefined;
  readonly previewImport: (file: ImportFile) => Promise<ImportOutcome>;
  /** The entries that `seen` names are imported. Of the others, those that are refused or unchanged are told again. */
  readonly importFile: (
    file: ImportFile,
    seen: ReadonlyMap<string, number | null>,
    by: ChangeCall,
  ) => Promise<ImportOutcome>;
};

/** Another call was made with the same key. */
type KeyUsed = 'other-call';

export type ImportFile = {
  readonly partner: string;
  readonly format: CampaignFormat;
  readonly text: string;
};

/** undefined: the partner has no campaigns in the store. 'too-many': other files are being read. */
export type ImportOutcome = readonly ImportedEntry[] | ImportFaults | 'too-many' | undefined;
