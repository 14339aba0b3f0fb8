import { isDeepStrictEqual } from 'node:util';
import { type Review, type StoredCampaign, storeKey } from '../../../store/stored-campaign.ts';
import type { ServeTerms } from '../buys/serve-buy.ts';
import type { BuyerAccount } from '../records/account-record.ts';
import type { LibraryAd, LibraryCreative } from '../records/creative-record.ts';
import type { SellerSources } from '../tool.ts';
import { CREATIVE_STATUSES, type CreativeStatus } from './creative-statuses.ts';
import type { AssignedPackage } from './library.ts';

type CreativeStanding = {
  readonly status: CreativeStatus;
  /** Why it is rejected, or ''. */
  readonly reason: string;
};

type ReviewSources = Pick<SellerSources, 'config' | 'campaigns'>;

/** Of the account that a creative is of, and of those who review. */
export type StandingTerms = {
  readonly isSandbox: boolean;
  readonly isSuspended: boolean;
  /** Whether anybody looks at creatives before they serve. */
  readonly needsApproval: boolean;
};

/** Only accounts of a sandbox may be without a record. */
const UNDECLARED: StandingTerms = { isSandbox: true, isSuspended: false, needsApproval: false };

export function standingTermsOf(
  account: Pick<BuyerAccount, 'state' | 'definition'> | undefined,
  { partner, needsApproval }: Pick<ServeTerms, 'partner' | 'needsApproval'>,
): StandingTerms {
  if (account === undefined) return UNDECLARED;
  return {
    isSandbox: account.definition.isSandbox,
    isSuspended: account.state === 'suspended',
    needsApproval: needsApproval || partner === undefined,
  };
}

/**
 * Where a creative is in review. Of a real account, the reviewers of campaigns tell: a creative waits until somebody has
 * looked at it in each campaign that it was copied into. One that no package shows waits for the first.
 */
export function creativeStanding(
  { state, definition }: LibraryCreative,
  packages: readonly AssignedPackage[],
  { isSandbox, isSuspended, needsApproval }: StandingTerms,
  sources: ReviewSources,
): CreativeStanding {
  const { standing: given, ad } = definition;
  if (state !== 'kept') return { status: 'archived', reason: '' };
  const known = CREATIVE_STATUSES.find((status) => status === given?.status);
  if (isSandbox) return { status: known ?? 'approved', reason: given?.reason ?? '' };
  const reviews = packages.flatMap((one) => reviewOf(one, ad, sources) ?? []);
  const standing = summaryOf(reviews, needsApproval);
  return standing.status === 'approved' && isSuspended
    ? { status: 'suspended', reason: '' }
    : standing;
}

function summaryOf(reviews: readonly Review[], needsApproval: boolean): CreativeStanding {
  const rejected = reviews.find(({ state }) => state === 'rejected');
  if (rejected !== undefined) return { status: 'rejected', reason: rejected.reason };
  const isUnseen = reviews.length === 0 && needsApproval;
  const isWaiting = isUnseen || reviews.some(({ state }) => state === 'waiting');
  return { status: isWaiting ? 'pending_review' : 'approved', reason: '' };
}

/** Of its copy in the campaign of a package. undefined: the campaign has none, or one from before a change. */
export function reviewOf(
  { line, assignment }: Pick<AssignedPackage, 'line' | 'assignment'>,
  ad: LibraryAd | undefined,
  { config, campaigns }: ReviewSources,
): Review | undefined {
  const { partner } = config().adcp;
  const stored = partner === undefined ? undefined : campaigns().get(storeKey(partner, line.id));
  const copy = stored && copyIn(stored, assignment.creativeId);
  if (stored === undefined || copy === undefined || !isCopyOf(copy, ad)) return undefined;
  return stored.reviews.find(({ creative }) => creative === assignment.creativeId);
}

function copyIn({ campaign }: StoredCampaign, id: string) {
  return campaign.creatives.find((creative) => creative.id === id);
}

/** A package gives its copy a weight, and the formats of its product. */
function isCopyOf(copy: LibraryAd & { readonly weight?: number }, ad: LibraryAd | undefined) {
  const { weight: _, formats: __, ...shown } = copy;
  const { formats: ___, ...own } = ad ?? { id: copy.id };
  return isDeepStrictEqual(shown, own);
}
