import type { Campaign } from '../demand/campaigns/campaign-schema.ts';
import type { Database } from '../ledger/database.ts';
import { reviewsOf } from './approved-version.ts';
import { readCampaign } from './read-store.ts';
import { NOT_FOUND, type RefusedChange, refusedState } from './refused-change.ts';
import type { CampaignState, Review, StoredCampaign } from './stored-campaign.ts';
import { type Author, changeCampaign, type Next, type Once } from './write-store.ts';

/** The changes that people and programs make to the campaigns of one partner. */
export type CampaignStore = {
  readonly read: (campaign: string) => Promise<StoredCampaign | undefined>;
  readonly create: (campaign: Campaign, author: Author, once?: Once<RefusedChange>) => Changed;
  /** Replaces all of the campaign. */
  readonly replace: (target: Target, campaign: Campaign, author: Author) => Changed;
  readonly setState: (target: Target, state: CampaignState, author: Author) => Changed;
  readonly review: (target: SeenTarget, review: Review, author: Author) => Changed;
};

type Changed = Promise<StoredCampaign | RefusedChange>;

export type Target = {
  readonly campaign: string;
  /** The revision that the caller has seen. undefined: whatever it is. */
  readonly revision: number | undefined;
};

/** Only what was looked at is approved or rejected. */
export type SeenTarget = Target & { readonly revision: number };

export type StoreParts = {
  readonly database: Database;
  readonly partner: string;
  /** Whether what approval covers waits until somebody has approved it. */
  readonly needsApproval: boolean;
  readonly nowMs: () => number;
};

export function createCampaignStore(parts: StoreParts): CampaignStore {
  const { database, partner, needsApproval, nowMs } = parts;

  type Step = {
    readonly target: Target;
    readonly action: 'change' | 'state' | 'review';
    readonly author: Author;
    readonly next: (current: StoredCampaign) => Next | RefusedChange;
  };

  const step = ({ target, action, author, next }: Step) =>
    changeCampaign<RefusedChange>(database, {
      ...{ partner, campaign: target.campaign, action, author, nowMs: nowMs() },
      decide(current) {
        if (current === undefined) return NOT_FOUND;
        return staleness(current, target) ?? next(current);
      },
    });

  return {
    async read(campaign) {
      const stored = await readCampaign(database.query, partner, campaign);
      return stored?.state === 'deleted' ? undefined : stored;
    },
    create: (campaign, author, once) =>
      changeCampaign<RefusedChange>(database, {
        ...{ partner, campaign: campaign.id, action: 'create', author, nowMs: nowMs(), once },
        decide: (current) =>
          current === undefined
            ? { state: 'draft', campaign, reviews: reviewsOf(campaign, undefined, needsApproval) }
            : { kind: 'exists' },
      }),
    replace: (target, campaign, author) =>
      step({
        ...{ target, action: 'change', author },
        next(current) {
          const { state } = current;
          if (state === 'archived') return { kind: 'not-allowed', reason: ARCHIVED };
          return { state, campaign, reviews: reviewsOf(campaign, current, needsApproval) };
        },
      }),
    setState: (target, state, author) =>
      step({
        ...{ target, action: 'state', author },
        next: (current) => refusedState(current.state, state) ?? { ...current, state },
      }),
    review: (target, review, author) =>
      step({
        ...{ target, action: 'review', author },
        next(current) {
          const isKnown = current.reviews.some(({ creative }) => creative === review.creative);
          if (!isKnown) return NOT_FOUND;
          const reviews = current.reviews.map((one) =>
            one.creative === review.creative ? review : one,
          );
          return { ...current, reviews };
        },
      }),
  };
}

const ARCHIVED = 'expected a campaign that is not archived: bring it back first';

function staleness(
  { revision, changedBy }: StoredCampaign,
  target: Target,
): RefusedChange | undefined {
  if (target.revision === undefined || target.revision === revision) return undefined;
  return { kind: 'stale', revision, changedBy };
}
