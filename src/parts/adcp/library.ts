import { isDeepStrictEqual } from 'node:util';
import type { Query } from '../../lib/sql/database.ts';
import { campaignKey, type Review } from '../../store/campaign-kind.ts';
import type { RecordKind } from '../../store/record-kind.ts';
import { eachOwned } from '../../store/store.ts';
import type { BuyerAccount } from './accounts.ts';
import { type BuyPackage, type CreativeAssignment, MEDIA_BUY, type MediaBuy } from './buy.ts';
import {
  type CreativeStatus,
  creativeKey,
  LIBRARY_CREATIVE,
  type LibraryAd,
  type LibraryCreative,
} from './creatives.ts';
import type { ServeTerms } from './serve-buy.ts';
import type { SellerSources } from './tool.ts';
import type { ListedCreative } from './wire/writer.ts';

/** As many as one account may have. */
async function readAll<Definition, State extends string, Kept>(
  query: Query,
  kind: RecordKind<Definition, State, Kept>,
  accounts: readonly string[],
) {
  const found = [];
  for await (const record of eachOwned(query, kind, accounts)) {
    if (found.length === kind.countMax) break;
    found.push(record);
  }
  return found;
}

/** Creatives of some accounts, the earliest first, archived ones too. */
export const readCreatives = (
  query: Query,
  accounts: readonly string[],
): Promise<readonly LibraryCreative[]> => readAll(query, LIBRARY_CREATIVE, accounts);

export const readBuys = (query: Query, accounts: readonly string[]): Promise<readonly MediaBuy[]> =>
  readAll(query, MEDIA_BUY, accounts);

/** A package that shows a creative, or has shown it until its buy was canceled. */
type AssignedPackage = {
  readonly buy: MediaBuy;
  readonly line: BuyPackage;
  readonly assignment: CreativeAssignment;
  /** Canceling releases the creatives of a package: they stay in the library, with the review that they had. */
  readonly isReleased: boolean;
};

/** The packages that have each creative, by account and creative. */
export function assignedPackages(
  buys: readonly MediaBuy[],
): ReadonlyMap<string, readonly AssignedPackage[]> {
  const all = buys.flatMap((buy) =>
    buy.definition.packages.flatMap((line) =>
      line.assignments.map((assignment) => ({
        buy,
        line,
        assignment,
        isReleased: buy.state !== 'open' || line.canceled !== undefined,
      })),
    ),
  );
  return Map.groupBy(all, ({ buy, assignment }) =>
    creativeKey(buy.kept.account, assignment.creativeId),
  );
}

type CreativeStanding = {
  readonly status: CreativeStatus;
  /** Why it is rejected, or ''. */
  readonly reason: string;
};

type ReviewSources = Pick<SellerSources, 'config' | 'campaignOf'>;

/**
 * Where a creative is in review. Of a real account, the reviewers of campaigns tell: a creative waits until somebody has
 * looked at it in each campaign that it was copied into. One that no package shows waits for the first.
 */
export function creativeStanding(
  { state, definition }: LibraryCreative,
  packages: readonly AssignedPackage[],
  account: Pick<BuyerAccount, 'state' | 'definition'>,
  { partner, needsApproval }: Pick<ServeTerms, 'partner' | 'needsApproval'>,
  sources: ReviewSources,
): CreativeStanding {
  if (state !== 'kept') return { status: 'archived', reason: '' };
  if (account.definition.isSandbox) return { status: 'approved', reason: '' };
  const reviews = packages.flatMap((one) => reviewOf(one, definition.ad, sources) ?? []);
  const rejected = reviews.find((review) => review.state === 'rejected');
  if (rejected !== undefined) return { status: 'rejected', reason: rejected.reason };
  const isUnseen = reviews.length === 0 && (needsApproval || partner === undefined);
  const isWaiting = isUnseen || reviews.some((review) => review.state === 'waiting');
  if (isWaiting) return { status: 'pending_review', reason: '' };
  return { status: account.state === 'suspended' ? 'suspended' : 'approved', reason: '' };
}

/** Of its copy in the campaign of a package. undefined: the campaign has none, or one from before a change. */
export function reviewOf(
  { line, assignment: { creativeId } }: Pick<AssignedPackage, 'line' | 'assignment'>,
  ad: LibraryAd | undefined,
  { config, campaignOf }: ReviewSources,
): Review | undefined {
  const { partner } = config().adcp;
  const stored = partner === undefined ? undefined : campaignOf(campaignKey(partner, line.id));
  const copy = stored?.definition.creatives.find(({ id }) => id === creativeId);
  const isCopy = ad && copy && isDeepStrictEqual(contentOf(copy), contentOf(ad));
  return isCopy ? stored?.kept.reviews[creativeId] : undefined;
}

/** A package gives its copy a weight, and the formats of its product. */
function contentOf({
  weight: _,
  formats: __,
  ...content
}: LibraryAd & { readonly weight?: number }) {
  return content;
}

const APPROVALS = {
  waiting: 'pending_review',
  approved: 'approved',
  rejected: 'rejected',
} as const;

/** A creative with all that a list of the library tells of it. */
export function listedCreative(
  creative: LibraryCreative,
  account: BuyerAccount,
  assigned: ReadonlyMap<string, readonly AssignedPackage[]>,
  serve: ServeTerms,
  sources: ReviewSources,
): ListedCreative {
  const packages = assigned.get(creative.id) ?? [];
  const standing = creativeStanding(creative, packages, account, serve, sources);
  const unseen = standing.status === 'approved' ? 'approved' : 'pending_review';
  return {
    creative,
    account,
    ...standing,
    packages: packages.flatMap((one) => {
      if (one.isReleased) return [];
      const review = reviewOf(one, creative.definition.ad, sources);
      return {
        packageId: one.line.id,
        buyId: one.buy.id,
        // It was assigned no earlier than both were there.
        assignedMs: Math.max(one.buy.createdMs, creative.createdMs),
        approval: review === undefined ? unseen : APPROVALS[review.state],
        reason: review?.reason ?? '',
      };
    }),
  };
}
