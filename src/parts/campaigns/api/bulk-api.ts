import type { ImportedEntry } from '../../../store/import-campaigns.ts';
import type { CampaignFormat, ImportFaults } from '../../../store/read-import.ts';
import type { CampaignKey } from '../page/bulk-api.ts';
import type { ChangeCall } from './store-api.ts';

/** What the admin port does with many campaigns at once. Rejects while the database cannot be reached. */
export type BulkApi = {
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

export type ImportFile = {
  readonly partner: string;
  readonly format: CampaignFormat;
  readonly text: string;
};

/** undefined: the partner has no campaigns in the store. 'too-many': other files are being read. */
export type ImportOutcome = readonly ImportedEntry[] | ImportFaults | 'too-many' | undefined;
