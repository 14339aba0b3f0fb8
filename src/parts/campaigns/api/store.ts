import type { Campaign, CampaignCreative } from '../../../demand/campaigns/campaign-schema.ts';
import { CampaignFaults, checkCampaign } from '../../../demand/campaigns/read-campaigns.ts';
import { traitsOf } from '../../../demand/kinds.ts';
import type { Setup } from '../../../host/config/setup.ts';
import type { Host } from '../../../host/host.ts';
import { parseJson } from '../../../lib/json.ts';
import type { CampaignStore, Target } from '../../../store/campaign-store.ts';
import { coveredOf } from '../../../store/covered-fields.ts';
import { readHistory } from '../../../store/history.ts';
import { onceFor } from '../../../store/idempotency.ts';
import { NOT_FOUND, type RefusedChange } from '../../../store/refused-change.ts';
import type { StoredCampaign } from '../../../store/stored-campaign.ts';
import { campaignStores } from './campaign-stores.ts';
import { servedChange } from './served-change.ts';
import type { CampaignPath, ChangeCall, StoreApi } from './store-api.ts';
import { FILE_REVISION } from './store-document.ts';

/** A change is made in the database, then brought to this machine's workers, then answered. */
export function storeAnswers(
  sources: Pick<Host, 'ledger' | 'feed' | 'work' | 'nowMs'>,
  stores = campaignStores(sources),
): StoreApi {
  const { feed, work, nowMs } = sources;
  const { partners, database, of: storeOf } = stores;

  async function change(
    partner: string,
    make: (store: CampaignStore) => Promise<StoredCampaign | RefusedChange>,
  ): Promise<StoredCampaign | RefusedChange> {
    const of = storeOf(partner);
    if (of === undefined) return NOT_FOUND;
    const result = await servedChange(make(of), feed.refresh);
    // Another machine has changed it: whoever looks again sees that change.
    if ('kind' in result && result.kind === 'stale') await feed.refresh().catch(() => {});
    return result;
  }

  return {
    partners,
    check(value) {
      const checked = checkCampaign(value);
      return checked instanceof CampaignFaults ? checked.faults : [];
    },
    all() {
      if (!feed.isRead()) throw new Error('the campaigns of the store are not known yet');
      return [...feed.campaigns().values()].filter(({ state }) => state !== 'deleted');
    },
    read: async (at) => fromFile(work().setup, at) ?? storeOf(at.partner)?.read(at.campaign),
    async create(partner, body, { author, idempotencyKey: key }) {
      const parsed = parseJson(body);
      const campaign = parsed.kind === 'json' ? valid(parsed.value) : faulty('', parsed.reason);
      if ('kind' in campaign) return campaign;
      const once =
        key === undefined
          ? undefined
          : onceFor<StoredCampaign>({ key, who: author.who, body }, nowMs());
      return change(partner, (of) => of.create(campaign, author, once));
    },
    async replace(at, value, call) {
      const campaign = valid(value);
      if ('kind' in campaign) return campaign;
      if (campaign.id !== at.campaign) return otherId(at.campaign, campaign.id);
      return change(at.partner, (of) => of.replace(targetOf(at, call), campaign, call.author));
    },
    async replaceCreative(at, value, call) {
      const stored = await storeOf(at.partner)?.read(at.campaign);
      if (stored === undefined) return NOT_FOUND;
      const campaign = withCreative(stored.campaign, at.creative, value);
      if ('kind' in campaign) return campaign;
      const target = { campaign: at.campaign, revision: call.revision ?? stored.revision };
      return change(at.partner, (of) => of.replace(target, campaign, call.author));
    },
    setState: (at, state, call) =>
      change(at.partner, (of) => of.setState(targetOf(at, call), state, call.author)),
    review: (at, review, { revision, author }) =>
      change(at.partner, (of) => of.review({ campaign: at.campaign, revision }, review, author)),
    audit: (question) => readHistory(database().query, question),
  };
}

/** A campaign of a file, which serves as it is. */
function fromFile({ campaigns, config }: Setup, at: CampaignPath): StoredCampaign | undefined {
  const campaign = campaigns.get(at.partner)?.find(({ id }) => id === at.campaign);
  const entry = config.partners.find(({ name }) => name === at.partner);
  const source = entry && traitsOf(entry).campaigns;
  if (campaign === undefined || source?.kind !== 'file') return undefined;
  const reviews = campaign.creatives.map(({ id }) => ({
    creative: id,
    state: 'approved' as const,
    reason: '',
  }));
  return {
    partner: at.partner,
    campaign,
    reviews,
    approved: coveredOf(campaign),
    state: 'active',
    changedBy: source.path,
    revision: FILE_REVISION,
    createdRevision: FILE_REVISION,
    createdMs: 0,
    changedMs: 0,
  };
}

function targetOf({ campaign }: CampaignPath, { revision }: ChangeCall): Target {
  return { campaign, revision };
}

function valid(value: unknown): Campaign | RefusedChange {
  const checked = checkCampaign(value);
  return checked instanceof CampaignFaults ? { kind: 'faults', faults: checked.faults } : checked;
}

/** The campaign with another form of one of its creatives. */
function withCreative(
  campaign: Campaign,
  creative: string,
  value: unknown,
): Campaign | RefusedChange {
  const index = campaign.creatives.findIndex(({ id }) => id === creative);
  if (index === -1) return NOT_FOUND;
  const creatives: readonly unknown[] = campaign.creatives.with(index, value as CampaignCreative);
  const checked = valid({ ...campaign, creatives });
  if (!('kind' in checked)) {
    const id = checked.creatives[index]?.id ?? '';
    return id === creative ? checked : otherId(creative, id);
  }
  if (checked.kind !== 'faults') return checked;
  const before = `creatives[${index}]`;
  const faults = checked.faults.map(({ path, reason }) => ({
    path: path.startsWith(before) ? path.slice(before.length).replace(/^\./, '') : path,
    reason,
  }));
  return { kind: 'faults', faults };
}

function otherId(expected: string, got: string): RefusedChange {
  return faulty('id', `expected "${expected}", which cannot change, but got "${got}"`);
}

function faulty(path: string, reason: string): RefusedChange {
  return { kind: 'faults', faults: [{ path, reason }] };
}
