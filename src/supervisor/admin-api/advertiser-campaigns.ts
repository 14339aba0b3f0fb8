import type { CampaignRowState } from '../../console/campaigns/api.ts';
import type { CampaignStatus } from '../../ledger/budgets/campaign-status.ts';
import { advertiserDomain } from '../../openrtb/host-name.ts';
import type { StoredCampaign } from '../../store/stored-campaign.ts';
import { servingStateOf, storedState } from './campaigns.ts';
import type { AdminApiSources } from './sources.ts';

/** A campaign as far as its advertiser's pages show it. */
export type NamedCampaign = {
  readonly partner: string;
  readonly campaign: string;
  readonly domain: string;
  readonly advertiser: string;
  readonly categories: readonly string[] | undefined;
  readonly state: CampaignRowState;
  readonly sentence: string;
  /** Its creatives that nobody has approved or rejected. */
  readonly waiting: readonly string[];
};

export type CampaignSources = Pick<AdminApiSources, 'budgets' | 'work' | 'store'>;

/** All campaigns of files and of the store, by the domain of their advertiser (ruling 71). */
export async function campaignsByDomain({ budgets, work, store }: CampaignSources) {
  const reports = await budgets.statuses();
  const fromStore = [...store.campaigns()]
    .filter(([, { state }]) => state !== 'deleted')
    .map(([key, stored]) => storeCampaign(stored, reports[store.rowOf(key) ?? -1]));
  return Map.groupBy([...fileCampaigns(work(), reports), ...fromStore], ({ domain }) => domain);
}

/** Their reports come first, in the order of the files. */
function* fileCampaigns(
  { setup: { campaigns } }: Pick<ReturnType<CampaignSources['work']>, 'setup'>,
  reports: readonly CampaignStatus[],
): Generator<NamedCampaign> {
  let index = 0;
  for (const [partner, list] of campaigns) {
    for (const { id, domain, advertiser, categories } of list) {
      const report = reports[index++];
      yield {
        partner,
        campaign: id,
        domain: comparedDomain(domain),
        advertiser,
        categories,
        state: report === undefined ? 'quiet' : servingStateOf(report),
        sentence: report?.sentence ?? 'starting',
        waiting: [],
      };
    }
  }
}

function waitingIn({ state, reviews }: StoredCampaign): readonly string[] {
  if (state === 'archived') return [];
  return reviews.filter((one) => one.state === 'waiting').map(({ creative }) => creative);
}

function storeCampaign(stored: StoredCampaign, report: CampaignStatus | undefined): NamedCampaign {
  const { partner, campaign, approved } = stored;
  // As it serves: what waits for approval speaks for nobody yet.
  const { domain, advertiser, categories } = approved ?? campaign;
  return {
    partner,
    campaign: campaign.id,
    domain: comparedDomain(domain),
    advertiser,
    categories,
    ...storedState(stored, report),
    waiting: waitingIn(stored),
  };
}

function comparedDomain(domain: string): string {
  return advertiserDomain(domain) ?? domain;
}

const RUNNING: readonly CampaignRowState[] = ['serving', 'held', 'quiet'];

export function isRunning({ state }: Pick<NamedCampaign, 'state'>): boolean {
  return RUNNING.includes(state);
}
