import { isDeepStrictEqual } from 'node:util';
import { type Campaign, CREATIVES_MAX } from '../demand/campaigns/campaign-schema.ts';
import { type Difference, differencesOf } from '../lib/differences.ts';
import { type Covered, coveredOf, hasAd, haveSameSender } from './covered-fields.ts';
import type { Review, StoredCampaign } from './stored-campaign.ts';

/**
 * What is approved of a campaign, with `before` approved until now (ruling 73). A version whose creatives are all
 * approved replaces the one before. Until then the one before stays; where both have the same sender, creatives that
 * are approved replace theirs in it one by one. The result as `before` gives the same result again.
 */
export function approvedVersion(
  campaign: Campaign,
  reviews: readonly Review[],
  before: Covered | undefined,
): Covered | undefined {
  const current = coveredOf(campaign);
  const states = new Map(reviews.map(({ creative, state }) => [creative, state]));
  if (current.creatives.every(({ id }) => states.get(id) === 'approved')) return current;
  if (before !== undefined && !haveSameSender(before, current)) return before;
  const rest = new Map(before?.creatives.map((creative) => [creative.id, creative]));
  const named = current.creatives.flatMap((creative) => {
    if (states.get(creative.id) === 'approved') return creative;
    const last = rest.get(creative.id);
    // Somebody has taken back the approval of the form that is equal.
    return last === undefined || isDeepStrictEqual(last, creative) ? [] : last;
  });
  for (const { id } of current.creatives) rest.delete(id);
  // Creatives that the current version has no more go with the change that replaces them.
  const isAwaited =
    named.length === 0 ||
    current.creatives.some(({ id }) => (states.get(id) ?? 'waiting') === 'waiting');
  const creatives = [...named, ...(isAwaited ? rest.values() : [])].slice(0, CREATIVES_MAX);
  return creatives.length === 0 ? undefined : { ...current, creatives };
}

/** Creatives keep their review until they or their sender change. What is approved is so again; others `unreviewed`. */
export function reviewsOf(
  campaign: Campaign,
  current: StoredCampaign | undefined,
  unreviewed: 'waiting' | 'approved',
): readonly Review[] {
  const next = coveredOf(campaign);
  const last = current && coveredOf(current.campaign);
  const reviews = new Map(current?.reviews.map((review) => [review.creative, review]));
  return next.creatives.map((creative) => {
    const review = hasAd(last, next, creative) ? reviews.get(creative.id) : undefined;
    if (review !== undefined) return review;
    const state = hasAd(current?.approved, next, creative) ? 'approved' : unreviewed;
    return { creative: creative.id, state, reason: '' };
  });
}

/** Where the campaign differs from what is approved of it; nothing if nothing is. Creatives go by their ids. */
export function pendingChanges({
  campaign,
  approved,
}: Pick<StoredCampaign, 'campaign' | 'approved'>): readonly Difference[] {
  if (approved === undefined) return [];
  return differencesOf(byCreative(approved), byCreative(coveredOf(campaign)));
}

function byCreative({ creatives, ...sender }: Covered) {
  const byId = Object.fromEntries(creatives.map((creative) => [creative.id, creative]));
  return { ...sender, creatives: byId };
}
