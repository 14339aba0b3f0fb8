import { isDeepStrictEqual } from 'node:util';
import Type from 'typebox';
import type { CampaignCreative } from '../../demand/campaigns/campaign-schema.ts';
import type { Query } from '../../lib/sql/database.ts';
import { campaignKey, type Review } from '../../store/campaign-kind.ts';
import { type RecordKind, type RecordOf, recordKind } from '../../store/record-kind.ts';
import { eachOwned, findRecords } from '../../store/store.ts';
import type { BuyerAccount } from './accounts.ts';
import { type BuyPackage, MEDIA_BUY, type MediaBuy } from './buy.ts';
import { partnerOf, type SellerSources } from './seller-terms.ts';
import { type BuyerWebhook, shownWebhook } from './webhooks.ts';

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

/** What a campaign shows of a creative, without the weight that a package gives it. */
export type LibraryAd = Omit<CampaignCreative, 'weight'>;

/** A creative in the library of an account. Assigning it to a package copies `ad` into the campaign. */
export type LibraryCreativeDefinition = {
  /** Of the buyer's own choosing: unique within the account. */
  readonly id: string;
  readonly name: string;
  /** The format and the assets as the buyer has sent them. */
  readonly sent: Readonly<Record<string, unknown>>;
  /** What a campaign shows of it. undefined: a sandbox may keep formats that never serve. */
  readonly ad?: LibraryAd;
  /** Where the buyer is told of its reviews. */
  readonly notify?: BuyerWebhook;
};

export const LIBRARY_CREATIVE = recordKind({
  name: 'library-creative',
  schema: Type.Unsafe<LibraryCreativeDefinition>(Type.Object({})),
  states: { kept: ['archived'], archived: ['kept'] },
  kept: { buyer: '', account: '' },
  ownerOf: ({ account }) => account,
  countMax: 5000,
  shownDefinition: ({ notify, ...shown }) => ({ ...shown, notify: shownWebhook(notify) }) as never,
  shownKept: (kept) => kept,
});

export type LibraryCreative = RecordOf<typeof LIBRARY_CREATIVE>;

/** Creatives of an account's library, by their ids. */
export type Library = ReadonlyMap<string, LibraryCreative>;

/** The id of the record. */
export const creativeKey = (account: string, id: string) => `${account}/${id}`;

/** Those of an account with these ids. One that is deleted, or of another account, is not there. */
export async function readLibrary(
  query: Query,
  account: string,
  ids: readonly string[],
): Promise<Library> {
  const keys = [...new Set(ids)].map((id) => creativeKey(account, id));
  const found = await findRecords(query, LIBRARY_CREATIVE, keys);
  return new Map(found.map((creative) => [creative.definition.id, creative]));
}

/** The ids of the creatives that packages show. */
export const shownIn = (lines: readonly Pick<BuyPackage, 'assignments'>[]): readonly string[] =>
  lines.flatMap(({ assignments }) => assignments.map(({ creativeId }) => creativeId));

/** Those of some accounts, the earliest first: as many as one account may have. */
export async function readAll<Definition, State extends string, Kept>(
  query: Query,
  kind: RecordKind<Definition, State, Kept>,
  accounts: readonly string[],
) {
  const found = [];
  for await (const record of eachOwned(query, kind, accounts)) {
    if (found.push(record) === kind.countMax) break;
  }
  return found;
}

/** A package that shows a creative, or has shown it until it was canceled: its review goes on to count. */
type AssignedPackage = { readonly buy: MediaBuy; readonly line: BuyPackage };

/** The packages that have each creative, by account and creative. */
export type AssignedPackages = ReadonlyMap<string, readonly AssignedPackage[]>;

export function assignedPackages(buys: readonly MediaBuy[]): AssignedPackages {
  const all = buys.flatMap((buy) =>
    buy.definition.packages.flatMap((line) =>
      shownIn([line]).map((id) => ({ key: creativeKey(buy.kept.account, id), buy, line })),
    ),
  );
  return Map.groupBy(all, ({ key }) => key);
}

export const readAssigned = async (query: Query, accounts: readonly string[]) =>
  assignedPackages(await readAll(query, MEDIA_BUY, accounts));

type ReviewSources = Pick<SellerSources, 'config' | 'campaignOf'>;

/** Of the copy of a creative in the campaign of a package. undefined: it has none, or one from before a change. */
export function reviewOf(
  line: string,
  { id, ad }: Pick<LibraryCreativeDefinition, 'id' | 'ad'>,
  { config, campaignOf }: ReviewSources,
): Review | undefined {
  const { partner } = config().adcp;
  const stored = partner === undefined ? undefined : campaignOf(campaignKey(partner, line));
  const copy = stored?.definition.creatives.find((one) => one.id === id);
  const isCopy = ad && copy && isDeepStrictEqual(contentOf(copy), contentOf(ad));
  return isCopy ? stored?.kept.reviews[id] : undefined;
}

/** A package gives its copy a weight, and the formats of its product. */
function contentOf({
  weight: _,
  formats: __,
  ...content
}: LibraryAd & { readonly weight?: number }) {
  return content;
}

/** A creative with its state of review, and the packages that show it. */
export type ListedCreative = {
  readonly creative: LibraryCreative;
  readonly account: BuyerAccount;
  readonly status: CreativeStatus;
  /** Why it is rejected, or ''. */
  readonly reason: string;
  readonly packages: readonly (AssignedPackage & { readonly review: Review | undefined })[];
};

/**
 * Where a creative is in review. Of a real account, the reviewers of campaigns tell: a creative waits until somebody has
 * looked at it in each campaign that it was copied into. One that no package shows waits for the first.
 */
export function listedCreative(
  creative: LibraryCreative,
  account: BuyerAccount,
  assigned: AssignedPackages,
  sources: ReviewSources,
): ListedCreative {
  const all = (assigned.get(creative.id) ?? []).map((one) => ({
    ...one,
    review: reviewOf(one.line.id, creative.definition, sources),
  }));
  const reviews = all.flatMap(({ review }) => review ?? []);
  const packages = all.filter(({ buy, line }) => buy.state === 'open' && !line.canceled);
  const listed = (status: CreativeStatus, reason = '') => {
    return { creative, account, status, reason, packages };
  };
  if (creative.state !== 'kept') return listed('archived');
  if (account.definition.isSandbox) return listed('approved');
  const rejected = reviews.find(({ state }) => state === 'rejected');
  if (rejected !== undefined) return listed('rejected', rejected.reason);
  const isUnseen = reviews.length === 0 && partnerOf(sources.config()).needsApproval;
  if (isUnseen || reviews.some(({ state }) => state === 'waiting')) return listed('pending_review');
  return listed(account.state === 'suspended' ? 'suspended' : 'approved');
}
