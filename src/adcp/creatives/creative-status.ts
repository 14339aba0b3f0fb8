import { isDeepStrictEqual } from 'node:util';
import type { Review, StoredCampaign } from '../../store/stored-campaign.ts';
import { storeKey } from '../../store/stored-campaign.ts';
import type { LibraryAd, LibraryCreative } from '../records/creative-record.ts';
import type { SellerSources } from '../tool.ts';
import type { AssignedPackage } from './library.ts';

/** As the protocol has them. Nothing here is ever `processing`: a creative is read while its call is answered. */
export const CREATIVE_STATUSES = [
  'processing',
  'pending_review',
  'approved',
  'suspended',
  'rejected',
  'archived',
] as const;

export type CreativeStatus = (typeof CREATIVE_STATUSES)[number];

export type CreativeStanding = {
  readonly status: CreativeStatus;
  /** Why it is rejected, or ''. */
  readonly reason: string;
};

type ReviewSources = Pick<SellerSources, 'config' | 'campaigns'>;

/**
 * Where a creative is in review. Of a real account, the reviewers of campaigns tell: a creative waits until somebody has
 * looked at it in each campaign that it was copied into. One that no package shows waits for the first.
 */
export function creativeStanding(
  { state, definition }: LibraryCreative,
  packages: readonly AssignedPackage[],
  { isSandbox, isSuspended }: { readonly isSandbox: boolean; readonly isSuspended: boolean },
  sources: ReviewSources,
): CreativeStanding {
  const { forced, ad } = definition;
  if (state !== 'kept') return { status: 'archived', reason: '' };
  const known = CREATIVE_STATUSES.find((status) => status === forced?.status);
  if (isSandbox) return { status: known ?? 'approved', reason: forced?.reason ?? '' };
  const reviews = packages.flatMap((one) => reviewOf(one, ad, sources) ?? []);
  const standing = summaryOf(reviews);
  return standing.status === 'approved' && isSuspended
    ? { status: 'suspended', reason: '' }
    : standing;
}

function summaryOf(reviews: readonly Review[]): CreativeStanding {
  const rejected = reviews.find(({ state }) => state === 'rejected');
  if (rejected !== undefined) return { status: 'rejected', reason: rejected.reason };
  const isWaiting = reviews.length === 0 || reviews.some(({ state }) => state === 'waiting');
  return { status: isWaiting ? 'pending_review' : 'approved', reason: '' };
}

/** Of its copy in the campaign of a package. undefined: the campaign has none, or one from before a change. */
export function reviewOf(
  { line, assignment }: Pick<AssignedPackage, 'line' | 'assignment'>,
  ad: LibraryAd | undefined,
  { config, campaigns }: ReviewSources,
): Review | undefined {
  const stored = campaigns().get(storeKey(config().adcp.partner, line.id));
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
