import { isDeepStrictEqual } from 'node:util';
import type { Campaign } from '../demand/campaigns/campaign-schema.ts';
import type { Author } from '../lib/op.ts';
import type { Database } from '../lib/sql/database.ts';
import { reviewsOf } from './approved-version.ts';
import { CAMPAIGN_TABLE, type NextCampaign } from './campaign-table.ts';
import { NOT_FOUND, type RefusedChange, refusedState } from './refused-change.ts';
import { type Review, type StoredCampaign, type StoredState, storeKey } from './stored-campaign.ts';
import { createUndoMemory, UNDO_MAX, type UndoMemory } from './undo-memory.ts';
import { changeRecord, changeSeen, type Once } from './write-store.ts';

export type CampaignStore = ReturnType<typeof createCampaignStore>;

export type Target = {
  readonly campaign: string;
  /** The revision that the caller has seen. undefined: whatever it is. */
  readonly revision: number | undefined;
};

/** Only what was looked at is approved or rejected. */
export type SeenTarget = Target & { readonly revision: number };

type StoreParts = {
  readonly database: Database;
  readonly partner: string;
  /** Whether what approval covers waits until somebody has approved it. */
  readonly needsApproval: boolean;
  readonly nowMs: () => number;
  /** Shared by all stores of a machine. */
  readonly undos?: UndoMemory;
};

/** The changes that people and programs make to the campaigns of one partner. */
export function createCampaignStore(parts: StoreParts) {
  const { database, partner, needsApproval, nowMs, undos = createUndoMemory() } = parts;
  const unreviewed = needsApproval ? 'waiting' : 'approved';

  const change = async (
    { campaign, revision }: Target,
    action: 'change' | 'state' | 'review' | 'undo',
    author: Author,
    nextOf: (current: StoredCampaign) => NextCampaign | RefusedChange,
  ) => {
    let before: StoredCampaign | undefined;
    const changed = await changeSeen<StoredCampaign, NextCampaign>(database, CAMPAIGN_TABLE, {
      key: storeKey(partner, campaign),
      revision,
      action,
      author,
      nowMs: nowMs(),
      nextOf(current) {
        before = current;
        return nextOf(current);
      },
    });
    if (before !== undefined && !('kind' in changed)) undos.keep(changed.revision, before);
    return changed;
  };

  /** Reviews several creatives of a campaign at once. */
  const reviewAll = (target: SeenTarget, reviewed: readonly Review[], author: Author) =>
    change(target, 'review', author, (current) => {
      const rest = new Map(reviewed.map((review) => [review.creative, review]));
      const reviews = current.reviews.map((one) => {
        const review = rest.get(one.creative);
        rest.delete(one.creative);
        return review ?? one;
      });
      return rest.size > 0 ? NOT_FOUND : { ...current, reviews };
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
      reviewAll(target, [review], author),
    reviewAll,
    /** Takes back the change that made this revision, whatever it was. */
    undo: (target: SeenTarget, author: Author, may: 'review' | 'change') =>
      change(target, 'undo', author, (current) => {
        const before = undos.of(current.revision);
        if (before === undefined) return { kind: 'not-allowed', reason: FORGOTTEN };
        const { campaign, reviews, approved } = before;
        const state = stateBefore(current.state, before.state);
        if (!isDeepStrictEqual(campaign, current.campaign)) {
          return { partner, state, campaign, reviews: reviewsOf(campaign, current, unreviewed) };
        }
        const isReview = !isDeepStrictEqual(
          [reviews, approved],
          [current.reviews, current.approved],
        );
        if (isReview && may !== 'review') return { kind: 'not-allowed', reason: NO_REVIEWER };
        return { partner, state, campaign, reviews, approvedBefore: { approved } };
      }),
  };
}

/** What was started is no draft again: drafts are deleted, and what has served stays in the books. */
function stateBefore(now: StoredState, before: StoredState): StoredState {
  return before === 'draft' && now !== 'archived' ? 'paused' : before;
}

const FORGOTTEN = `this machine does not know how it was before: it remembers the last ${UNDO_MAX} changes since its start`;
const NO_REVIEWER = 'it takes the role admin to take back a review';

const ARCHIVED = 'expected a campaign that is not archived: bring it back first';
