import { stringify } from 'yaml';
import { changeRefusal } from '../../../host/admin/change-refusal.ts';
import type { Host } from '../../../host/host.ts';
import { differencesOf } from '../../../lib/differences.ts';
import { parseYamlAside } from '../../../lib/parse-yaml-aside.ts';
import { createQueue } from '../../../lib/queue.ts';
import { type BulkAction, type BulkStep, bulkStep } from '../../../store/bulk-change.ts';
import type { CampaignStore } from '../../../store/campaign-store.ts';
import { campaignsCsv } from '../../../store/campaigns-csv.ts';
import { onceFor } from '../../../store/idempotency.ts';
import { importCampaigns, previewImport } from '../../../store/import-campaigns.ts';
import { csvEntries, yamlEntries } from '../../../store/read-import.ts';
import type { RefusedChange } from '../../../store/refused-change.ts';
import { type StoredCampaign, storeKey } from '../../../store/stored-campaign.ts';
import {
  type BulkAnswer,
  type BulkResult,
  IMPORT_ROWS_MAX,
  SELECTED_MAX,
} from '../page/bulk-api.ts';
import type { BulkApi, ImportFile } from './bulk-api.ts';
import type { CampaignStores } from './campaign-stores.ts';
import type { CampaignAnswers } from './campaigns.ts';
import type { ChangeCall } from './store-api.ts';

/** Texts of YAML that are read or wait. One is read at a time, since each takes memory. */
const TEXTS_MAX = 8;

/** Many campaigns at once, each changed as single ones are. The workers are told of all together. */
export function bulkAnswers(
  sources: Host,
  stores: CampaignStores,
  listed: Pick<CampaignAnswers, 'select'>,
): BulkApi {
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
    async select(question) {
      const matching = await listed.select(question);
      const all = matching.filter(({ partner, campaign }) => known(partner, campaign));
      return { campaigns: all.slice(0, SELECTED_MAX), total: all.length };
    },
    preview: ({ action, campaigns }) => ({
      results: campaigns.map(({ partner, campaign }) => {
        const stored = known(partner, campaign);
        const at = { partner, campaign };
        if (stored === undefined) return { ...at, ...GONE };
        return { ...at, ...resultOf(stored, bulkStep(stored, action)) };
      }),
    }),
    async change({ action, campaigns }, body, { author, idempotencyKey: key }) {
      const { query } = stores.database();
      const once = key === undefined ? undefined : onceOf(key, author.who, body);
      const before = await once?.before(query);
      if (before?.kind === 'other-call') return 'other-call';
      if (before?.kind === 'done') return before.stored;
      const results: BulkResult[] = [];
      for (const { revision, ...at } of campaigns) {
        const seen = { ...at, revision: revision ?? -1 };
        results.push(await changeOne(stores.of(at.partner), seen, action, author));
      }
      const answer = { results };
      await once?.after(query, answer);
      await feed.refresh();
      return answer;
    },
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

  function onceOf(key: string, who: string, body: string) {
    return onceFor<BulkAnswer>({ key, who, body }, nowMs());
  }
}

type StepResult = Omit<BulkResult, 'partner' | 'campaign'>;

const GONE: StepResult = {
  revision: null,
  outcome: 'refused',
  reason: 'the store does not have it',
  changes: [],
};

/** What a step comes to, where nobody else changes the campaign meanwhile. */
function resultOf(stored: StoredCampaign, step: BulkStep): StepResult {
  const { revision, campaign, reviews, state } = stored;
  const changed = (from: object, to: object): StepResult => ({
    revision,
    outcome: 'changed',
    reason: '',
    changes: differencesOf(from, to),
  });
  switch (step.kind) {
    case 'state':
      return changed({ state }, { state: step.state });
    case 'replace':
      return changed(campaign, step.campaign);
    case 'review':
      return changed({ reviews }, { reviews: step.reviews });
    case 'undo':
      return changed({}, {});
    default:
      return { revision, outcome: step.kind, reason: step.reason, changes: [] };
  }
}

type SeenCampaign = {
  readonly partner: string;
  readonly campaign: string;
  readonly revision: number;
};

async function changeOne(
  store: CampaignStore | undefined,
  seen: SeenCampaign,
  action: BulkAction,
  author: ChangeCall['author'],
): Promise<BulkResult> {
  const { partner, campaign } = seen;
  const stored = await store?.read(campaign);
  if (store === undefined || stored === undefined) return { partner, campaign, ...GONE };
  const step = bulkStep(stored, action);
  const planned = { partner, campaign, ...resultOf(stored, step) };
  if (planned.outcome !== 'changed') return planned;
  const made = await makeStep(store, seen, step, author);
  if (!('kind' in made)) return { ...planned, revision: made.revision };
  if (made.kind === 'not-found' || made.kind === 'done') return { partner, campaign, ...GONE };
  const { reason } = changeRefusal(made, 'campaign').details;
  return { ...planned, outcome: 'refused', reason, changes: [] };
}

async function makeStep(
  store: CampaignStore,
  seen: SeenCampaign,
  step: BulkStep,
  author: ChangeCall['author'],
): Promise<StoredCampaign | RefusedChange> {
  switch (step.kind) {
    case 'state':
      return store.setState(seen, step.state, author);
    case 'replace':
      return store.replace(seen, step.campaign, author);
    case 'review':
      return store.reviewAll(seen, step.reviews, author);
    case 'undo':
      return store.undo(seen, author, author.role === 'admin' ? 'review' : 'change');
    default:
      return { kind: 'not-allowed', reason: step.reason };
  }
}
