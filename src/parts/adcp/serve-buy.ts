import { isDeepStrictEqual } from 'node:util';
import { KNOWN_FORMATS } from '../../core/openrtb/known-formats.ts';
import type { Campaign, CampaignCreative } from '../../demand/campaigns/campaign-schema.ts';
import type { Flight } from '../../demand/campaigns/flight.ts';
import { CampaignFaults, checkCampaign } from '../../demand/campaigns/read-campaigns.ts';
import { traitsOf } from '../../demand/kinds.ts';
import type { Author } from '../../lib/op.ts';
import type { Query } from '../../lib/sql/database.ts';
import { BUYER } from '../../store/account-kinds.ts';
import {
  CAMPAIGN,
  type CampaignState,
  campaignKey,
  type StoredCampaign,
  withContent,
} from '../../store/campaign-kind.ts';
import { readStateRole } from '../../store/history.ts';
import { findRecord, writeIn } from '../../store/store.ts';
import type { BuyerAccount } from './accounts.ts';
import { type BuyPackage, flightOf, isoOf, type MediaBuy, readLibrary } from './buy.ts';
import type { Library, LibraryCreative } from './creatives.ts';
import { type AdcpError, attempt, fail, Refused, refuse } from './errors.ts';
import type { AdProduct } from './products.ts';
import { targetingOf } from './targeting.ts';
import type { SellerSources } from './tool.ts';

const ADVERTISER_LENGTH_MAX = 100;

/** Of a package that is checked before it has a creative. */
const SAMPLE = {
  advertiser: 'The brand',
  domain: 'brand.example',
  creatives: [{ id: 'sample', title: 'An ad', link: 'https://brand.example' }],
};

type Served = {
  readonly line: BuyPackage;
  readonly buy: Flight;
  readonly product: AdProduct;
  /** Of the overlay. */
  readonly path: string;
  /** Absent: it is only checked. */
  readonly shown?: Pick<Campaign, 'advertiser' | 'domain' | 'creatives'>;
  /** In USD, of campaigns that do not say otherwise. */
  readonly riskMaxUsd?: number;
};

/** The campaign that a package is, or what is wrong with it by the rules of all campaigns. */
export function checkedCampaign({ line, buy, product, path, shown, riskMaxUsd = 0 }: Served) {
  const { id, model, bidUsd, budgetUsd, dailyCapUsd, pacing, targeting = {} } = line;
  const { startMs, endMs } = flightOf(buy, line);
  const { creatives } = shown ?? SAMPLE;
  const isWeighted = creatives.some((one) => 'weight' in one);
  return checkCampaign({
    id,
    ...(shown ?? SAMPLE),
    [model]: bidUsd,
    // A buyer that pays for clicks puts no more at risk than it may spend, however many packages it makes.
    ...(model === 'cpc' && budgetUsd < riskMaxUsd && { riskMax: budgetUsd }),
    flight: { start: isoOf(startMs), end: isoOf(endMs) },
    zone: 'UTC',
    budget: {
      total: budgetUsd,
      ...(dailyCapUsd !== undefined && { daily: Math.min(dailyCapUsd, budgetUsd) }),
      pacing,
    },
    ...targetingOf(targeting, product, path),
    ...((creatives.length > 1 || isWeighted) && { rotation: isWeighted ? 'weighted' : 'even' }),
  });
}

/** Each creative that is assigned, kept and fit for a format of the product. A weight of 0 holds one back. */
function creativesOf(
  { assignments }: BuyPackage,
  product: AdProduct,
  library: Library,
): readonly CampaignCreative[] {
  return assignments.flatMap(({ creativeId, weight }) => {
    const found = library.get(creativeId);
    if (found?.state !== 'kept' || found.definition.ad === undefined || weight === 0) return [];
    const { formats, ...ad } = found.definition.ad;
    const sold = soldFormats(product, formats);
    if (sold?.length === 0) return [];
    return { ...ad, ...(sold && { formats: sold }), ...(weight !== undefined && { weight }) };
  });
}

type CreativeFormats = CampaignCreative['formats'];

/** Of the formats that a creative is for, those that the product sells. undefined: whatever it has the assets of. */
function soldFormats({ formats: sold }: AdProduct, formats: CreativeFormats): CreativeFormats {
  const known = KNOWN_FORMATS.map(({ id }) => id);
  if (formats === undefined && known.every((id) => sold.includes(id))) return undefined;
  return (formats ?? known).filter((id) => sold.includes(id));
}

/** Why a package of a product cannot show a creative. One that is not there and one of another account are told alike. */
export function checkCreative(
  sent: LibraryCreative | undefined,
  product: AdProduct | undefined,
  field: string,
): void {
  const found =
    sent ??
    refuse.creativeNotFound(field, 'expected a creative that list_creatives has', {
      suggestion: 'Send it with sync_creatives first.',
    });
  if (found.state !== 'kept') {
    refuse.creativeRejected(field, 'the creative is archived', {
      suggestion: 'Bring it back with sync_creatives first.',
    });
  }
  const { ad } = found.definition;
  const isShown = ad !== undefined && product && soldFormats(product, ad.formats)?.length !== 0;
  if (product === undefined || isShown) return;
  refuse.creativeRejected(field, 'the product does not show the format of the creative', {
    suggestion: `Send a creative of one of ${product.formats.join(', ')}, or as native_in_feed, which goes into each.`,
  });
}

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
  // Read in the transaction: an operator may have paused the buyer since its call came in.
  const isBuyerActive = async () =>
    terms.isBuyerOfConfig(account.kept.buyer) ||
    (await findRecord(query, BUYER, account.kept.buyer))?.state === 'active';
  const isBuying = account.state === 'active' && (await isBuyerActive());
  for (const line of buy.definition.packages) {
    const fault = await servePackage(query, { account, buy, line, library, isBuying }, terms);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

type ServedPackage = {
  readonly account: BuyerAccount;
  /** Neither its account nor its buyer is stopped. */
  readonly isBuying: boolean;
  readonly buy: MediaBuy;
  readonly line: BuyPackage;
  readonly library: Library;
};

async function servePackage(
  query: Query,
  served: ServedPackage,
  { partner = '', needsApproval, riskMaxUsd, findProduct, author, nowMs }: ServeTerms,
): Promise<AdcpError | undefined> {
  const { isBuying, buy, line } = served;
  const id = campaignKey(partner, line.id);
  const current = await findRecord(query, CAMPAIGN, id);
  const isOver = buy.state !== 'open' || line.canceled !== undefined;
  const isWanted = isBuying && !isOver && !buy.definition.isPaused && !line.isPaused;
  const made = campaignOf(served, findProduct(line.productId), riskMaxUsd);
  // Whatever is wrong with a package, it can be stopped.
  if (made instanceof Refused && isWanted) return made.errors[0];
  const campaign = made === undefined || made instanceof Refused ? current?.definition : made;
  if (campaign === undefined || (current === undefined && isOver)) return undefined;
  // What shows nothing any more, or is of a product that is sold no more, stays as it was and does not serve.
  const wanted = isOver ? 'archived' : isWanted && campaign === made ? 'active' : 'paused';
  const state = await allowedState(query, current, wanted);
  if (state === current?.state && isDeepStrictEqual(campaign, current.definition)) return undefined;
  await writeIn(query, CAMPAIGN, id, {
    action: current === undefined ? 'create' : 'change',
    by: author,
    nowMs,
    next(before) {
      const content = withContent(campaign, before, needsApproval ? 'waiting' : 'approved');
      return { ...content, state };
    },
  });
  return undefined;
}

/** The campaign that serves a package. undefined: its product is gone, or nothing that it could show is assigned to it. */
function campaignOf(
  { account, buy, line, library }: ServedPackage,
  product: AdProduct | undefined,
  riskMaxUsd: number,
): Campaign | Refused | undefined {
  const creatives = product && creativesOf(line, product, library);
  if (product === undefined || creatives === undefined || creatives.length === 0) return undefined;
  const { brand, name } = account.definition;
  const advertiser = name.slice(0, ADVERTISER_LENGTH_MAX);
  const shown = { advertiser, domain: brand.domain, creatives };
  const path = 'targeting_overlay';
  return attempt(() => {
    const made = checkedCampaign({
      line,
      buy: buy.definition,
      product,
      path,
      shown,
      riskMaxUsd,
    });
    if (!(made instanceof CampaignFaults)) return made;
    const [fault] = made.faults;
    return refuse.invalid('packages', `${fault?.path}: ${fault?.reason}`);
  });
}

/** What a person has paused or put away stays so, whatever a buyer changes. */
async function allowedState(
  query: Query,
  current: StoredCampaign | undefined,
  wanted: CampaignState,
): Promise<CampaignState> {
  // Also where a pause is wanted: whoever has paused it last may resume it.
  if (current?.state === 'archived') return current.state;
  if (current === undefined || wanted !== 'active' || current.state === 'active') return wanted;
  return (await readStateRole(query, { kind: CAMPAIGN.name, id: current.id })) === 'buyer'
    ? 'active'
    : // Nobody finds what is deleted.
      (current.state as CampaignState);
}

const NO_PARTNER = fail.unavailable(
  'the operator has not said yet where campaigns of buyers are kept: ask again later',
);
