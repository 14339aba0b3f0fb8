import type { PartnerBid } from '../demand/partner.ts';
import type { BidRequest } from '../openrtb/bid-request.ts';
import {
  type CategoryList,
  CONTENT_1_0,
  contentCategories,
  hasCategory,
  isAllowedBy,
  isBlockedBy,
  isComparable,
} from '../openrtb/category-match.ts';
import { Drop, LOSS } from './drop.ts';
import type { PublisherRules } from './rules.ts';

/** The categories that the request or the publisher's config blocks, and those that the request allows. */
export function categoryBlock(
  { cat = [], cattax = CONTENT_1_0 }: PartnerBid,
  { bcat = [], acat = [], cattax: requestCattax = CONTENT_1_0 }: BidRequest,
  { blockedCategories, refusesUncategorized }: PublisherRules,
): Drop | undefined {
  if (bcat.length === 0 && acat.length === 0 && blockedCategories.length === 0) {
    return refusesUncategorized && cat.length === 0 ? NO_CATEGORY : undefined;
  }
  const blocked = [{ ids: bcat, cattax: requestCattax }, ...contentCategories(blockedCategories)];
  for (const category of cat) {
    // An id of the config without a known taxonomy is compared as it is.
    const isBlocked =
      hasCategory(blockedCategories, category) ||
      blocked.some((list) => isBlockedBy(category, cattax, list));
    if (isBlocked) return new Drop(LOSS.categoryBlocked, `category ${category} is blocked`);
  }
  if (refusesUncategorized) {
    const fault = uncategorized(cat, cattax, blocked);
    if (fault !== undefined) return fault;
  }
  const allowed = { ids: acat, cattax: requestCattax };
  if (acat.length === 0 || cat.some((category) => isAllowedBy(category, cattax, allowed))) {
    return undefined;
  }
  return new Drop(
    LOSS.categoryBlocked,
    'the request allows certain categories only, and the bid has none of them',
  );
}

const NO_CATEGORY = new Drop(
  LOSS.categoryBlocked,
  'the publisher refuses bids without a category, and this bid names none',
);

/** Ruling 52: a category that cannot be compared with a block list does not count as one. */
function uncategorized(
  cat: readonly string[],
  cattax: number,
  lists: readonly CategoryList[],
): Drop | undefined {
  if (cat.length === 0) return NO_CATEGORY;
  const isCompared = lists.every(
    ({ ids, cattax: listCattax }) =>
      ids.length === 0 || cat.some((category) => isComparable(category, cattax, listCattax)),
  );
  return isCompared
    ? undefined
    : new Drop(
        LOSS.categoryBlocked,
        'the publisher refuses bids without a category, and those of this bid cannot be compared with the block list',
      );
}
