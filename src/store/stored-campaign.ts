import type { Campaign, CampaignCreative } from '../demand/campaigns/campaign-schema.ts';

/** `deleted` is for machines that have not heard of it yet: nobody else sees a deleted campaign. */
export const CAMPAIGN_STATES = ['draft', 'active', 'paused', 'archived', 'deleted'] as const;

export type CampaignState = (typeof CAMPAIGN_STATES)[number];

export const CREATIVE_STATES = ['waiting', 'approved', 'rejected'] as const;

export type CreativeState = (typeof CREATIVE_STATES)[number];

export type StoredCampaign = {
  readonly partner: string;
  readonly state: CampaignState;
  /** Grows with every change in the store. */
  readonly revision: number;
  readonly createdMs: number;
  /** The order of creation. */
  readonly createdRevision: number;
  readonly changedMs: number;
  readonly changedBy: string;
  /** As in a file. */
  readonly campaign: Campaign;
  /** In the order of the creatives. */
  readonly reviews: readonly Review[];
};

export type Review = {
  readonly creative: string;
  readonly state: CreativeState;
  /** Why it was rejected, else ''. */
  readonly reason: string;
};

/** A partner's name has no slash, so two campaigns never share a key. */
export function storeKey(partner: string, campaign: string): string {
  return `${partner}/${campaign}`;
}

/** The campaign as it serves, or undefined. Only approved creatives serve. */
export function servedCampaign(stored: StoredCampaign): Campaign | undefined {
  if (stored.state !== 'active') return undefined;
  const creatives = stored.campaign.creatives.filter((creative) => isApproved(stored, creative));
  return creatives.length === 0 ? undefined : { ...stored.campaign, creatives };
}

function isApproved({ reviews }: StoredCampaign, { id }: CampaignCreative): boolean {
  return reviews.some(({ creative, state }) => creative === id && state === 'approved');
}
