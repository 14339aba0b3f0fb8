import type { BuyerAccount } from '../records/account-record.ts';
import type { LibraryCreative } from '../records/creative-record.ts';
import type { SellerSources } from '../tool.ts';
import type { ApprovalStatus, ListedCreative } from '../wire/written-creative.ts';
import { creativeStanding, reviewOf, type StandingTerms } from './creative-status.ts';
import { type AssignedPackage, assignedKey } from './library.ts';

const APPROVALS: Readonly<Record<'waiting' | 'approved' | 'rejected', ApprovalStatus>> = {
  waiting: 'pending_review',
  approved: 'approved',
  rejected: 'rejected',
};

/** A creative with all that a list of the library tells of it. */
export function listedCreative(
  creative: LibraryCreative,
  account: BuyerAccount | undefined,
  assigned: ReadonlyMap<string, readonly AssignedPackage[]>,
  terms: StandingTerms,
  sources: Pick<SellerSources, 'config' | 'campaigns'>,
): ListedCreative {
  const packages = assigned.get(assignedKey(creative.account, creative.id)) ?? [];
  const standing = creativeStanding(creative, packages, terms, sources);
  const shown = packages.filter(({ isReleased }) => !isReleased);
  return {
    creative,
    account,
    ...standing,
    packages: shown.map((one) => {
      const review = reviewOf(one, creative.definition.ad, sources);
      const known = review === undefined ? undefined : APPROVALS[review.state];
      return {
        packageId: one.line.id,
        buyId: one.buy.id,
        // It was assigned no earlier than both were there.
        assignedMs: Math.max(one.buy.createdMs, creative.createdMs),
        approval: known ?? (standing.status === 'approved' ? 'approved' : 'pending_review'),
        reason: review?.reason ?? '',
      };
    }),
  };
}
