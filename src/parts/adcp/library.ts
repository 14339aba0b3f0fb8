import { isDeepStrictEqual } from 'node:util';
import type { Query } from '../../lib/sql/database.ts';
import { campaignKey, type Review, type StoredCampaign } from '../../store/campaign-kind.ts';
import type { BuyerAccount } from './accounts.ts';
import {
  BUY_TABLE,
  BUYS_MAX,
  type BuyPackage,
  type CreativeAssignment,
  type MediaBuy,
} from './buy.ts';
import type { Buyer } from './buyers.ts';
import {
  CREATIVE_STATUSES,
  CREATIVE_TABLE,
  type CreativeStatus,
  creativeKey,
  LIBRARY_CREATIVES_MAX,
  type LibraryAd,
  type LibraryCreative,
} from './creatives.ts';
import type { SellerFormat } from './formats.ts';
import { type BuyerTable, eachRecord, type RecordOwner } from './records.ts';
import type { ServeTerms } from './serve-buy.ts';
import type { BuyerCall, SellerSources } from './tool.ts';
import type { BuyerWebhook } from './webhooks.ts';
import type { ApprovalStatus, ListedCreative } from './wire/written.ts';

/** Whose library it is, and what may be kept in it. */
export type LibraryTerms = {
  readonly buyer: Buyer;
  readonly account: BuyerAccount;
  readonly formats: readonly SellerFormat[];
  readonly nowMs: number;
  /** Where the buyer is told of reviews. undefined: as before. */
  readonly notify?: BuyerWebhook | undefined;
};

export function libraryTerms(
  { formats }: Pick<SellerSources, 'formats'>,
  { buyer, nowMs }: Pick<BuyerCall, 'buyer' | 'nowMs'>,
  account: BuyerAccount,
  notify?: BuyerWebhook,
): LibraryTerms {
  return { buyer, account, formats: formats(), nowMs, notify };
}

async function readAll<Definition, State extends string>(
  query: Query,
  table: BuyerTable<Definition, State>,
  owner: RecordOwner,
  countMax: number,
) {
  const found = [];
  for await (const record of eachRecord(query, table, owner)) {
    if (found.length === countMax) break;
    found.push(record);
  }
  return found;
}

/** Creatives of one account or of all accounts of a buyer, the earliest first, archived ones too. */
export function readCreatives(
  query: Query,
  owner: RecordOwner,
): Promise<readonly LibraryCreative[]> {
  return readAll(query, CREATIVE_TABLE, owner, LIBRARY_CREATIVES_MAX);
}

/** undefined: there is none in the library of this account. */
export async function readCreative(
  query: Query,
  account: string,
  id: string,
): Promise<LibraryCreative | undefined> {
  const key = creativeKey(account, id);
  const found = await CREATIVE_TABLE.read(query, key);
  return found?.state === 'deleted' ? undefined : found;
}

export function readBuys(query: Query, owner: RecordOwner): Promise<readonly MediaBuy[]> {
  return readAll(query, BUY_TABLE, owner, BUYS_MAX);
}

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
  return Map.groupBy(all, ({ buy, assignment }) => assignedKey(buy.account, assignment.creativeId));
}

/** An account's id has no slash. */
export function assignedKey(account: string, creative: string): string {
  return `${account}/${creative}`;
}

type CreativeStanding = {
  readonly status: CreativeStatus;
  /** Why it is rejected, or ''. */
  readonly reason: string;
};

type ReviewSources = Pick<SellerSources, 'config' | 'campaignOf'>;

/** Of the account that a creative is of, and of those who review. */
type StandingTerms = {
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
  { config, campaignOf }: ReviewSources,
): Review | undefined {
  const { partner } = config().adcp;
  const stored = partner === undefined ? undefined : campaignOf(campaignKey(partner, line.id));
  const copy = stored && copyIn(stored, assignment.creativeId);
  if (stored === undefined || copy === undefined || !isCopyOf(copy, ad)) return undefined;
  return stored.kept.reviews[assignment.creativeId];
}

function copyIn({ definition }: StoredCampaign, id: string) {
  return definition.creatives.find((creative) => creative.id === id);
}

/** A package gives its copy a weight, and the formats of its product. */
function isCopyOf(copy: LibraryAd & { readonly weight?: number }, ad: LibraryAd | undefined) {
  const { weight: _, formats: __, ...shown } = copy;
  const { formats: ___, ...own } = ad ?? { id: copy.id };
  return isDeepStrictEqual(shown, own);
}

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
  sources: Pick<SellerSources, 'config' | 'campaignOf'>,
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
