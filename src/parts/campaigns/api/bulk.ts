import { stringify } from 'yaml';
import type { Host } from '../../../host/host.ts';
import { parseYamlAside } from '../../../lib/parse-yaml-aside.ts';
import { createQueue } from '../../../lib/queue.ts';
import { campaignsCsv } from '../../../store/campaigns-csv.ts';
import { importCampaigns, previewImport } from '../../../store/import-campaigns.ts';
import { csvEntries, yamlEntries } from '../../../store/read-import.ts';
import { storeKey } from '../../../store/stored-campaign.ts';
import { IMPORT_ROWS_MAX } from '../page/bulk-api.ts';
import type { BulkApi, ImportFile } from './bulk-api.ts';
import type { CampaignStores } from './campaign-stores.ts';

/** Texts of YAML that are read or wait. One is read at a time, since each takes memory. */
const TEXTS_MAX = 8;

/** Many campaigns at once, each changed as single ones are. The workers are told of all together. */
export function bulkAnswers(sources: Host, stores: CampaignStores): BulkApi {
  const { feed, nowMs } = sources;
  const known = (partner: string, campaign: string) => {
    const stored = feed.campaigns().get(storeKey(partner, campaign));
    return stored?.state === 'deleted' ? undefined : stored;
  };
  const enqueue = createQueue(TEXTS_MAX);
  const entriesOf = async ({ text, format }: ImportFile) => {
    const document = format === 'yaml' ? await enqueue(() => parseYamlAside(text)) : undefined;
    if (document === 'too-many') return document;
    const entries = document === undefined ? csvEntries(text) : yamlEntries(document);
    if ('faults' in entries || entries.length <= IMPORT_ROWS_MAX) return entries;
    const line = entries[IMPORT_ROWS_MAX]?.line ?? 1;
    const reason = `expected at most ${IMPORT_ROWS_MAX} campaigns, but here is one more`;
    return { faults: [{ line, reason }] };
  };
  return {
    exportText(campaigns, format) {
      const [first] = campaigns;
      if (first === undefined || campaigns.some(({ partner }) => partner !== first.partner)) {
        return undefined;
      }
      const found = campaigns.flatMap(({ partner, campaign }) => known(partner, campaign) ?? []);
      const all = found.map(({ campaign }) => campaign);
      return format === 'csv' ? campaignsCsv(all) : stringify({ campaigns: all });
    },
    async previewImport(file) {
      if (!stores.partners().some(({ name }) => name === file.partner)) return undefined;
      const entries = await entriesOf(file);
      if (entries === 'too-many' || 'faults' in entries) return entries;
      return previewImport(entries, (id) => known(file.partner, id));
    },
    async importFile(file, seen, { author }) {
      const partner = stores.partners().find(({ name }) => name === file.partner);
      if (partner === undefined) return undefined;
      const entries = await entriesOf(file);
      if (entries === 'too-many' || 'faults' in entries) return entries;
      const { name, needsApproval } = partner;
      const options = { partner: name, entries, seen, needsApproval, author, nowMs: nowMs() };
      const planned = previewImport(entries, (id) => known(name, id));
      const done = await importCampaigns(stores.database(), { ...options, state: 'draft' });
      await feed.refresh();
      const left = planned.filter(
        ({ outcome, campaign }) =>
          (outcome === 'refused' || outcome === 'unchanged') && !seen.has(campaign),
      );
      return [...done, ...left].toSorted((one, other) => one.line - other.line);
    },
  };
}
