import { isDeepStrictEqual } from 'node:util';
import { KNOWN_FORMATS } from '../../core/openrtb/known-formats.ts';
import type { Campaign, CampaignCreative } from '../../demand/campaigns/campaign-schema.ts';
import { CampaignFaults, checkCampaign } from '../../demand/campaigns/read-campaigns.ts';
import { traitsOf } from '../../demand/kinds.ts';
import type { Author } from '../../lib/op.ts';
import type { Query } from '../../lib/sql/database.ts';
import { BUYER } from '../../store/account-kinds.ts';
import {
  CAMPAIGN,
  type CampaignState,
  campaignKey,
  movedTo,
  type StoredCampaign,
  withContent,
} from '../../store/campaign-kind.ts';
import { readHistory } from '../../store/history.ts';
import { findRecord, writeIn } from '../../store/store.ts';
import type { BuyerAccount } from './accounts.ts';
import { type BuyPackage, flightOf, type MediaBuy, readLibrary } from './buy.ts';
import type { Library, LibraryCreative } from './creatives.ts';
import { type AdcpError, attempt, fail, Refused, refuse, refuseWith } from './errors.ts';
import type { AdProduct } from './products.ts';
import { combinedTargeting, type OverlayTerms, readOverlay } from './targeting.ts';
import type { SellerSources } from './tool.ts';

type PackageParts = {
  readonly account: Pick<BuyerAccount, 'definition'>;
  readonly buy: Pick<MediaBuy, 'definition'>;
  readonly line: BuyPackage;
  readonly product: AdProduct;
  readonly library: Library;
  /** In USD, of campaigns that do not say otherwise. */
  readonly riskMaxUsd: number;
};

const ADVERTISER_LENGTH_MAX = 100;

/** The campaign of the store that serves a package. `no-creative`: nothing that it could show is assigned to it. */
function campaignOfPackage({
  account,
  buy,
  line,
  product,
  library,
  riskMaxUsd,
}: PackageParts): Campaign | 'no-creative' {
  const creatives = creativesOf(line, product, library);
  if (creatives.length === 0) return 'no-creative';
  const terms = targetingOf(line, product, 'targeting_overlay');
  const { startMs, endMs } = flightOf(buy.definition, line);
  const { brand, name } = account.definition;
  const isWeighted = creatives.some(({ weight }) => weight !== undefined);
  const rotation = isWeighted ? 'weighted' : 'even';
  const campaign = {
    id: line.id,
    advertiser: name.slice(0, ADVERTISER_LENGTH_MAX),
    domain: brand.domain,
    [line.model]: line.bidUsd,
    ...riskOf(line, { riskMaxUsd }),
    flight: { start: new Date(startMs).toISOString(), end: new Date(endMs).toISOString() },
    zone: 'UTC',
    budget: budgetOf(line),
    ...terms,
    ...(creatives.length > 1 || isWeighted ? { rotation } : {}),
    creatives,
  };
  const checked = checkCampaign(campaign);
  return checked instanceof CampaignFaults ? refuseWith(faultOf(checked)) : checked;
}

/** A buyer that pays for clicks puts no more at risk than it may spend, however many packages it makes. */
function riskOf(
  { model, budgetUsd }: BuyPackage,
  { riskMaxUsd }: Pick<PackageParts, 'riskMaxUsd'>,
): Pick<Campaign, 'riskMax'> {
  return model === 'cpc' && budgetUsd < riskMaxUsd ? { riskMax: budgetUsd } : {};
}

function budgetOf({ budgetUsd, dailyCapUsd, pacing }: BuyPackage): Campaign['budget'] {
  const daily = dailyCapUsd === undefined ? {} : { daily: Math.min(dailyCapUsd, budgetUsd) };
  return { total: budgetUsd, ...daily, pacing };
}

/** The conditions and caps of a package, or why they cannot be had. `path` is that of its overlay. */
export function targetingOf(
  { targeting = {} }: Pick<BuyPackage, 'targeting'>,
  product: AdProduct,
  path: string,
): Pick<Campaign, 'targeting' | 'frequency'> {
  const overlay = readOverlay(targeting, path);
  const combined = combinedTargeting(product, overlay);
  if ('reason' in combined) {
    const name = OVERLAY_FIELDS[combined.dimension];
    return refuse.invalid(name === undefined ? path : `${path}.${name}`, combined.reason, {
      suggestion: 'Ask for what the product has, or for another product.',
    });
  }
  return { targeting: combined, ...frequencyOf(overlay) };
}

const OVERLAY_FIELDS: Readonly<Record<string, string>> = {
  countries: 'geo_countries',
  languages: 'language',
  deviceTypes: 'device_type',
  keywords: 'keyword_targets',
  days: 'daypart_targets',
  hours: 'daypart_targets',
};

function frequencyOf({ frequency }: OverlayTerms): Pick<Campaign, 'frequency'> {
  return frequency.length === 0 ? {} : { frequency };
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

/** Whether a product shows a creative in one of its formats. */
function isShownBy(product: AdProduct, { definition }: LibraryCreative): boolean {
  const { ad } = definition;
  return ad !== undefined && soldFormats(product, ad.formats)?.length !== 0;
}

type CreativeFormats = CampaignCreative['formats'];

/** Of the formats that a creative is for, those that the product sells. undefined: whatever it has the assets of. */
function soldFormats(product: AdProduct, formats: CreativeFormats): CreativeFormats {
  const sold: ReadonlySet<string> = new Set(product.formats);
  const isAll = KNOWN_FORMATS.every(({ id }) => sold.has(id));
  if (formats !== undefined) return formats.filter((id) => sold.has(id));
  return isAll ? undefined : KNOWN_FORMATS.map(({ id }) => id).filter((id) => sold.has(id));
}

/** What was not foreseen when the buy was checked is refused by the rules of all campaigns. */
function faultOf({ faults }: CampaignFaults): AdcpError {
  const [first] = faults;
  return fail.invalid('packages', `${first?.path}: ${first?.reason}`);
}

/** Why a package cannot show what it is assigned. */
export function checkAssigned(
  line: BuyPackage,
  product: AdProduct | undefined,
  library: Library,
  path: string,
): void {
  for (const [index, { creativeId }] of line.assignments.entries()) {
    const field = `${path}.creative_assignments[${index}].creative_id`;
    checkCreative(library.get(creativeId), product, field);
  }
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
  if (product === undefined || isShownBy(product, found)) return;
  const formats = product.formats.join(', ');
  refuse.creativeRejected(field, 'the product does not show the format of the creative', {
    suggestion: `Send a creative of one of ${formats}, or as native_in_feed, which goes into each.`,
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
  const id = campaignKey(partner, served.line.id);
  const current = await findRecord(query, CAMPAIGN, id);
  const product = findProduct(served.line.productId);
  const made = product && attempt(() => campaignOfPackage({ ...served, product, riskMaxUsd }));
  const isFault = made instanceof Refused;
  // Whatever is wrong with a package, it can be stopped.
  if (isFault && wantedState(served) === 'active') return made.errors[0];
  const isServable = made !== undefined && made !== 'no-creative' && !isFault;
  const campaign = isServable ? made : current?.definition;
  if (campaign === undefined) return undefined;
  const wanted = isServable ? wantedState(served) : heldState(served);
  if (current === undefined && wanted === 'archived') return undefined;
  const state = await allowedState(query, current, wanted);
  const isSame = state === current?.state && isDeepStrictEqual(campaign, current.definition);
  if (isSame) return undefined;
  await writeIn(query, CAMPAIGN, id, {
    action: current === undefined ? 'create' : 'change',
    by: author,
    nowMs,
    next(before) {
      const content = withContent(campaign, before, needsApproval ? 'waiting' : 'approved');
      return { ...content, ...movedTo(content.kept, before?.state, state) };
    },
  });
  return undefined;
}

function wantedState(served: ServedPackage): CampaignState {
  const { isBuying, buy, line } = served;
  if (isOver(served)) return 'archived';
  const isPaused = buy.definition.isPaused || line.isPaused;
  return isPaused || !isBuying ? 'paused' : 'active';
}

/** What shows nothing any more, or is of a product that is sold no more, stays as it was and does not serve. */
const heldState = (served: ServedPackage): CampaignState =>
  isOver(served) ? 'archived' : 'paused';

function isOver({ buy, line }: ServedPackage): boolean {
  return buy.state !== 'open' || line.canceled !== undefined;
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
  return (await stateRole(query, current.id)) === 'buyer'
    ? 'active'
    : // Nobody finds what is deleted.
      (current.state as CampaignState);
}

/** Changes of one campaign that are looked through, by page. Whoever has made more has to ask the operator. */
const PAGES_MAX = 200;

/** The role of whoever has changed the state of the campaign last. */
async function stateRole(query: Query, id: string): Promise<string | undefined> {
  let before: number | undefined;
  for (let page = 0; page < PAGES_MAX; page++) {
    const entries = await readHistory(query, { of: { kind: CAMPAIGN.name, id }, before });
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
