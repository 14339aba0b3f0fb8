import { type Campaign, CampaignSchema } from '../demand/campaigns/campaign-schema.ts';
import { CampaignFaults, checkCampaign } from '../demand/campaigns/read-campaigns.ts';
import { type Refusal, refuse } from '../lib/refusal.ts';
import type { CampaignStore } from './campaign-store.ts';
import type { Importable } from './import.ts';
import type { RefusedChange } from './refused-change.ts';
import type { StoredCampaign } from './stored-campaign.ts';

type CampaignImport = {
  readonly partner: string;
  readonly store: CampaignStore;
  readonly all: () => Promise<readonly StoredCampaign[]>;
  /** Of campaigns that are new. The others keep theirs. */
  readonly state: 'draft' | 'active';
  readonly settle?: () => Promise<void>;
};

const ARCHIVED = 'expected a campaign that is not archived: bring it back first';

/** The campaigns of one partner's store. */
export function campaignImport(parts: CampaignImport): Importable {
  const { partner, store, all, state, settle } = parts;
  return {
    name: `campaigns:${partner}`,
    list: 'campaigns',
    schema: CampaignSchema,
    idIn: 'id',
    write: 'ads',
    async read() {
      return (await all()).map((stored) => ({
        id: stored.campaign.id,
        state: stored.state,
        revision: stored.revision,
        definition: stored.campaign,
        fixed: stored.state === 'archived' ? ARCHIVED : undefined,
      }));
    },
    check(value) {
      const checked = checkCampaign(value);
      if (!(checked instanceof CampaignFaults)) return { definition: checked, shown: checked };
      return notValid(checked.faults);
    },
    async create(campaign: Campaign, by) {
      const made = await store.create(campaign, by);
      if ('kind' in made || state === 'draft') return madeOrRefused(made);
      const target = { campaign: campaign.id, revision: made.revision };
      return madeOrRefused(await store.setState(target, state, by));
    },
    replace: async (id, campaign: Campaign, by) =>
      madeOrRefused(await store.replace({ campaign: id, revision: by.revision }, campaign, by)),
    ...(settle && { settle }),
  };
}

function madeOrRefused(made: StoredCampaign | RefusedChange): StoredCampaign | Refusal {
  if (!('kind' in made)) return made;
  switch (made.kind) {
    case 'stale':
      return refuse.changedMeanwhile(`${made.changedBy} has changed it meanwhile`);
    case 'exists':
      return refuse.exists('somebody has created it meanwhile');
    case 'faults':
      return notValid(made.faults);
    case 'not-allowed':
    case 'not-served':
      return refuse.notAllowed(made.reason);
    default:
      return refuse.notFound('somebody has deleted it meanwhile');
  }
}

const notValid = (faults: CampaignFaults['faults']) =>
  refuse.notValid(faults.map(({ path, reason }) => ({ field: path, reason })));
