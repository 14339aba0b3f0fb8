import { expect, test } from 'bun:test';
import type { PartnerBid } from '../demand/partner.ts';
import type { BidRequest } from '../openrtb/bid-request.ts';
import { categoryBlock } from './blocks.ts';
import { NO_RULES } from './rules.ts';

const LATER_TAXONOMY = 6;

function reasonWith(
  bid: Pick<PartnerBid, 'cat' | 'cattax'>,
  request: Pick<BidRequest, 'bcat' | 'cattax'>,
  blockedCategories: readonly string[] = [],
): string | undefined {
  const rules = { ...NO_RULES, refusesUncategorized: true, blockedCategories };
  // Only the categories are read.
  return categoryBlock(bid as PartnerBid, request as BidRequest, rules)?.reason;
}

test('where uncategorized bids are refused, a category has to be comparable with every block list (ruling 52)', () => {
  // IAB26 has no counterpart in later taxonomies, so it is comparable with the config's list only.
  const bid = { cat: ['IAB26'], cattax: 1 };
  expect(reasonWith(bid, {}, ['IAB7'])).toBeUndefined();
  expect(reasonWith(bid, { bcat: ['1'], cattax: LATER_TAXONOMY })).toContain('cannot be compared');
  expect(reasonWith(bid, { bcat: ['1'], cattax: LATER_TAXONOMY }, ['IAB7'])).toContain(
    'cannot be compared',
  );
});
