import type { Campaign } from '../demand/campaigns/campaign-schema.ts';
import { type Covered, withCovered } from './covered-fields.ts';
import type { StoredRecord } from './store-table.ts';

export const STORED_STATES = ['draft', 'active', 'paused', 'archived', 'deleted'] as const;

export type StoredState = (typeof STORED_STATES)[number];

export const CREATIVE_STATES = ['waiting', 'approved', 'rejected'] as const;

export type CreativeState = (typeof CREATIVE_STATES)[number];

export type StoredCampaign = StoredRecord & {
  readonly partner: string;
  readonly state: StoredState;
  /** Of one that is archived: the state before. undefined where it is not archived, or where that is not known. */
  readonly archivedFrom?: StoredState;
  /** As in a file, with changes that are not approved yet. */
  readonly campaign: Campaign;
  /** In the order of the creatives. */
  readonly reviews: readonly Review[];
  /** The content that was approved last. undefined: none was. */
  readonly approved: Covered | undefined;
};

export type Review = {
  readonly creative: string;
  readonly state: CreativeState;
  /** Why it was rejected, else ''. */
  readonly reason: string;
};

/** The creatives that nobody has approved or rejected. What is put away has none. */
export function waitingCreatives({
  state,
  reviews,
}: Pick<StoredCampaign, 'state' | 'reviews'>): readonly string[] {
  if (state === 'archived' || state === 'deleted') return [];
  return reviews.filter((review) => review.state === 'waiting').map(({ creative }) => creative);
}

/** A draft that was put away is a draft again. Another one waits until somebody starts it. */
export function broughtBackTo(archivedFrom: StoredState | null | undefined): 'draft' | 'paused' {
  return archivedFrom === 'draft' ? 'draft' : 'paused';
}

/** A partner's name has no slash, so two campaigns never share a key. */
export function storeKey(partner: string, campaign: string): string {
  return `${partner}/${campaign}`;
}

/** Whether its approved version serves. */
export function isServing({ state, approved }: StoredCampaign): boolean {
  return state === 'active' && approved !== undefined;
}

/** The campaign as it serves, or undefined. */
export function servedCampaign(stored: StoredCampaign): Campaign | undefined {
  return isServing(stored) ? approvedCampaign(stored) : undefined;
}

/** The approved content at the price, budget, dates and targeting of now: what serves while it is active. */
export function approvedCampaign({ campaign, approved }: StoredCampaign): Campaign | undefined {
  return approved && withCovered(campaign, approved);
}
