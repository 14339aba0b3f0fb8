import type { Campaign } from '../demand/campaigns/campaign-schema.ts';
import type { Author } from '../lib/op.ts';
import type { Database } from '../lib/sql/database.ts';
import { reviewsOf } from './approved-version.ts';
import { CAMPAIGN_TABLE, type NextCampaign } from './campaign-table.ts';
import { NOT_FOUND, type RefusedChange, refusedState } from './refused-change.ts';
import { type Review, type StoredCampaign, type StoredState, storeKey } from './stored-campaign.ts';
import { changeRecord, changeSeen, type Once } from './write-store.ts';

export type CampaignStore = ReturnType<typeof createCampaignStore>;

type Target = {
  readonly campaign: string;
  /** The revision that the caller has seen. undefined: whatever it is. */
  readonly revision: number | undefined;
};

/** Only what was looked at is approved or rejected. */
type SeenTarget = Target & { readonly revision: number };

type StoreParts = {
  readonly database: Database;
  readonly partner: string;
  /** Whether what approval covers waits until somebody has approved it. */
  readonly needsApproval: boolean;
  readonly nowMs: () => number;
};

/** The changes that people and programs make to the campaigns of one partner. */
export function createCampaignStore(parts: StoreParts) {
  const { database, partner, needsApproval, nowMs } = parts;
  const unreviewed = needsApproval ? 'waiting' : 'approved';

  const change = (
    { campaign, revision }: Target,
    action: 'change' | 'state' | 'review',
    author: Author,
    nextOf: (current: StoredCampaign) => NextCampaign | RefusedChange,
  ) =>
    changeSeen<StoredCampaign, NextCampaign>(database, CAMPAIGN_TABLE, {
      key: storeKey(partner, campaign),
      revision,
      action,
      author,
      nowMs: nowMs(),
      nextOf,
    });

  return {
    async read(campaign: string): Promise<StoredCampaign | undefined> {
      const stored = await CAMPAIGN_TABLE.read(database.query, storeKey(partner, campaign));
      return stored?.state === 'deleted' ? undefined : stored;
    },
    create: (campaign: Campaign, author: Author, once?: Once<StoredCampaign, RefusedChange>) =>
      changeRecord<StoredCampaign, NextCampaign, RefusedChange>(database, CAMPAIGN_TABLE, {
        key: storeKey(partner, campaign.id),
        action: 'create',
        author,
        nowMs: nowMs(),
        once,
        decide(current) {
          if (current !== undefined) return { kind: 'exists' };
          const reviews = reviewsOf(campaign, undefined, unreviewed);
          return { partner, state: 'draft', campaign, reviews };
        },
      }),
    /** Replaces all of the campaign. */
    replace: (target: Target, campaign: Campaign, author: Author) =>
      change(target, 'change', author, (current) => {
        const { state } = current;
        if (state === 'archived') return { kind: 'not-allowed', reason: ARCHIVED };
        return { partner, state, campaign, reviews: reviewsOf(campaign, current, unreviewed) };
      }),
    setState: (target: Target, state: StoredState, author: Author) =>
      change(
        target,
        'state',
        author,
        (current) => refusedState(current, state) ?? { ...current, state },
      ),
    review: (target: SeenTarget, review: Review, author: Author) =>
      change(target, 'review', author, (current) => {
        const index = current.reviews.findIndex(({ creative }) => creative === review.creative);
        if (index === -1) return NOT_FOUND;
        return { ...current, reviews: current.reviews.with(index, review) };
      }),
  };
}

const ARCHIVED = 'expected a campaign that is not archived: bring it back first';
