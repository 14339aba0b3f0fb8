import { isDeepStrictEqual } from 'node:util';
import { traitsOf } from '../../../demand/kinds.ts';
import type { Author } from '../../../lib/op.ts';
import type { Query } from '../../../lib/sql/database.ts';
import { BUYER } from '../../../store/account-kinds.ts';
import { reviewsOf } from '../../../store/approved-version.ts';
import { CAMPAIGN_TABLE, type NextCampaign } from '../../../store/campaign-table.ts';
import { partsOfKey, readHistory } from '../../../store/history.ts';
import { findRecord } from '../../../store/store.ts';
import { type StoredCampaign, type StoredState, storeKey } from '../../../store/stored-campaign.ts';
import { changeIn } from '../../../store/write-store.ts';
import { type AdcpError, fail, isAdcpError } from '../errors.ts';
import type { AdProduct } from '../products/product.ts';
import type { BuyerAccount } from '../records/account-record.ts';
import type { BuyPackage, MediaBuy } from '../records/buy-record.ts';
import type { SellerSources } from '../tool.ts';
import type { Library } from '../records/creative-record.ts';
import { campaignOfPackage } from './campaign-of-package.ts';
import { readLibrary } from './library.ts';

/** How campaigns of buys are written. */
export type ServeTerms = {
  /** Whose campaigns they are. undefined: the config names no partner with a store, so nothing can serve. */
  readonly partner: string | undefined;
  readonly needsApproval: boolean;
  /** In USD: how much more publishers may be owed for a campaign than it was charged. */
  readonly riskMaxUsd: number;
  readonly findProduct: (id: string) => AdProduct | undefined;
  /** One of the config counts before one of the store. */
  readonly isBuyerOfConfig: (id: string) => boolean;
  /**
   * Who has made the change that is served, for the history of the campaigns. Its role is `buyer`: what any other role has
   * paused, no buyer resumes.
   */
  readonly author: Author;
  readonly nowMs: number;
};

export function serveTermsOf(
  sources: Pick<SellerSources, 'config' | 'products' | 'nowMs'>,
  author: Author,
): ServeTerms {
  const { adcp, partners, campaigns } = sources.config();
  const entry = partners.find(({ name }) => name === adcp.partner);
  const source = entry && traitsOf(entry).campaigns;
  const isStore = source?.kind === 'store';
  return {
    partner: isStore ? entry?.name : undefined,
    needsApproval: isStore && source.needsApproval,
    riskMaxUsd: campaigns.riskMax,
    findProduct: (id) => sources.products().find((one) => one.id === id),
    isBuyerOfConfig: (id) => adcp.buyers.some((one) => one.id === id),
    author,
    nowMs: sources.nowMs(),
  };
}

/**
 * Writes the campaigns of all packages of a buy as they should be now, in the transaction of whatever has changed: the buy,
 * its creatives or its account. A sandbox has none. The error is the first of a package that cannot be served as it is; the
 * caller takes its change back.
 */
export async function serveBuy(
  query: Query,
  account: BuyerAccount,
  buy: MediaBuy,
  terms: ServeTerms,
): Promise<AdcpError | undefined> {
  const { partner } = terms;
  if (account.definition.isSandbox) return undefined;
  if (partner === undefined) return NO_PARTNER;
  const library = await readLibrary(query, account.id, buy.definition.packages);
  const isBuying = account.state === 'active' && (await isActiveBuyer(query, account, terms));
  for (const line of buy.definition.packages) {
    const served = { account, buy, line, library, isBuying };
    const fault = await servePackage(query, served, { ...terms, partner });
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Read in the transaction: an operator may have paused the buyer since its call came in. */
async function isActiveBuyer(
  query: Query,
  { buyer }: BuyerAccount,
  { isBuyerOfConfig }: ServeTerms,
): Promise<boolean> {
  if (isBuyerOfConfig(buyer)) return true;
  return (await findRecord(query, BUYER, buyer))?.state === 'active';
}

type ServedPackage = {
  readonly account: BuyerAccount;
  /** Neither its account nor its buyer is stopped. */
  readonly isBuying: boolean;
  readonly buy: MediaBuy;
  readonly line: BuyPackage;
  readonly library: Library;
};

type ServedByTerms = ServeTerms & { readonly partner: string };

async function servePackage(
  query: Query,
  served: ServedPackage,
  { partner, needsApproval, riskMaxUsd, findProduct, author, nowMs }: ServedByTerms,
): Promise<AdcpError | undefined> {
  const key = storeKey(partner, served.line.id);
  const current = await CAMPAIGN_TABLE.read(query, key);
  const product = findProduct(served.line.productId);
  const made = product && campaignOfPackage({ ...served, product, riskMaxUsd });
  const isFault = typeof made === 'object' && isAdcpError(made);
  // Whatever is wrong with a package, it can be stopped.
  if (isFault && wantedState(served) === 'active') return made;
  const isServable = made !== undefined && made !== 'no-creative' && !isFault;
  const campaign = isServable ? made : current?.campaign;
  if (campaign === undefined) return undefined;
  const wanted = isServable ? wantedState(served) : heldState(served);
  if (current === undefined && wanted === 'archived') return undefined;
  const state = await allowedState(query, key, current, wanted);
  const isSame = state === current?.state && isDeepStrictEqual(campaign, current.campaign);
  if (isSame) return undefined;
  const changed = await changeIn<StoredCampaign, NextCampaign, never>(query, CAMPAIGN_TABLE, {
    key,
    action: current === undefined ? 'create' : 'change',
    author,
    nowMs,
    decide: (before) => ({
      partner,
      state,
      campaign,
      reviews: reviewsOf(campaign, before, needsApproval ? 'waiting' : 'approved'),
    }),
  });
  return 'kind' in changed ? NO_PARTNER : undefined;
}

function wantedState(served: ServedPackage): StoredState {
  const { isBuying, buy, line } = served;
  if (isOver(served)) return 'archived';
  const isPaused = buy.definition.isPaused || line.isPaused;
  return isPaused || !isBuying ? 'paused' : 'active';
}

/** What shows nothing any more, or is of a product that is sold no more, stays as it was and does not serve. */
const heldState = (served: ServedPackage): StoredState => (isOver(served) ? 'archived' : 'paused');

function isOver({ buy, line }: ServedPackage): boolean {
  return buy.state !== 'open' || line.canceled !== undefined;
}

/** What a person has paused or put away stays so, whatever a buyer changes. */
async function allowedState(
  query: Query,
  key: string,
  current: StoredCampaign | undefined,
  wanted: StoredState,
): Promise<StoredState> {
  // Also where a pause is wanted: whoever has paused it last may resume it.
  if (current?.state === 'archived' || current?.state === 'deleted') return current.state;
  if (current === undefined || wanted !== 'active' || current.state === 'active') return wanted;
  return (await stateRole(query, key)) === 'buyer' ? 'active' : current.state;
}

/** Changes of one campaign that are looked through, by page. Whoever has made more has to ask the operator. */
const PAGES_MAX = 200;

/** The role of whoever has changed the state of the campaign last. */
async function stateRole(query: Query, key: string): Promise<string | undefined> {
  let before: number | undefined;
  for (let page = 0; page < PAGES_MAX; page++) {
    const entries = await readHistory(query, { of: partsOfKey(key), before });
    const last = entries.find(({ changes }) => changes.some(({ field }) => field === 'state'));
    if (last !== undefined) return last.role;
    before = entries.at(-1)?.revision;
    if (before === undefined) return undefined;
  }
  return undefined;
}

const NO_PARTNER = fail.unavailable(
  'the operator has not said yet where campaigns of buyers are kept: ask again later',
);
