import { advertiserDomain } from '../../../core/openrtb/host-name.ts';
import type { Campaign } from '../../../demand/campaigns/campaign-schema.ts';
import type { Host } from '../../../host/host.ts';
import { waitingCreatives } from '../../../store/stored-campaign.ts';
import { nameKey } from '../../campaigns/api/campaign-evidence.ts';
import type { CampaignAnswers } from '../../campaigns/api/campaigns.ts';
import type { CampaignStanding } from '../../campaigns/api/standing.ts';
import type { CampaignRowState } from '../../campaigns/page/api.ts';

/** A campaign as far as its advertiser's pages show it. */
export type NamedCampaign = CampaignStanding & {
  readonly partner: string;
  readonly campaign: string;
  readonly domain: string;
  readonly advertiser: string;
  readonly categories: readonly string[] | undefined;
  /** Its creatives that nobody has approved or rejected. */
  readonly waiting: readonly string[];
};

export type CampaignSources = Pick<Host, 'work' | 'feed'> & Pick<CampaignAnswers, 'standings'>;

const STARTING: CampaignStanding = { state: 'quiet', kind: 'quiet', sentence: 'starting' };

/** All campaigns of files and of the store, by the domain of their advertiser (ruling 71). */
export async function campaignsByDomain({ standings, work, feed }: CampaignSources) {
  const known = await standings();
  const standingOf = (partner: string, campaign: string) =>
    known.get(nameKey({ partner, campaign })) ?? STARTING;
  const fromFiles = [...work().setup.campaigns].flatMap(([partner, list]) =>
    list.map((campaign) => ({
      ...namedCampaign(partner, campaign, standingOf(partner, campaign.id)),
      waiting: [],
    })),
  );
  const fromStore = [...feed.campaigns().values()]
    .filter(({ state }) => state !== 'deleted')
    .map((stored) => {
      const { partner, campaign, approved } = stored;
      // As it serves: what waits for approval speaks for nobody yet.
      const served = { ...campaign, ...approved, id: campaign.id };
      return {
        ...namedCampaign(partner, served, standingOf(partner, campaign.id)),
        waiting: waitingCreatives(stored),
      };
    });
  return Map.groupBy([...fromFiles, ...fromStore], ({ domain }) => domain);
}

function namedCampaign(
  partner: string,
  { id, domain, advertiser, categories }: Campaign,
  { state, kind, sentence }: CampaignStanding,
): Omit<NamedCampaign, 'waiting'> {
  return {
    partner,
    campaign: id,
    domain: advertiserDomain(domain) ?? domain,
    advertiser,
    categories,
    state,
    kind,
    sentence,
  };
}

const RUNNING: readonly CampaignRowState[] = ['selling', 'failing', 'held', 'quiet'];

export function isRunning({ state }: Pick<NamedCampaign, 'state'>): boolean {
  return RUNNING.includes(state);
}
