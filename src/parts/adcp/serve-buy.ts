import { isDeepStrictEqual } from 'node:util';
import { KNOWN_FORMATS } from '../../core/openrtb/known-formats.ts';
import type { Campaign, CampaignCreative } from '../../demand/campaigns/campaign-schema.ts';
import type { Flight } from '../../demand/campaigns/flight.ts';
import { CampaignFaults, checkCampaign } from '../../demand/campaigns/read-campaigns.ts';
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
import { eachOwned, findRecord, writeIn } from '../../store/store.ts';
import type { BuyerAccount } from './accounts.ts';
import { type BuyPackage, flightOf, isoOf, MEDIA_BUY, type MediaBuy } from './buy.ts';
import { type Library, type LibraryCreative, readLibrary, shownIn } from './creatives.ts';
import { type AdcpError, attempt, Refused, refuse, unavailable } from './errors.ts';
import { type AdProduct, partnerOf, type SellerSources } from './seller-terms.ts';
import { targetingOf } from './targeting.ts';

const ADVERTISER_LENGTH_MAX = 100;

/** Of a package that is checked before it has a creative. */
const SAMPLE = {
  advertiser: 'The brand',
  domain: 'brand.example',
  creatives: [{ id: 'sample', title: 'An ad', link: 'https://brand.example' }],
};

type CheckedPackage = {
  readonly line: BuyPackage;
  readonly buy: Flight;
  readonly product: AdProduct;
  /** Of the overlay. */
  readonly path: string;
  readonly shown?: Pick<Campaign, 'advertiser' | 'domain' | 'creatives'>;
  /** In USD, of campaigns that do not say otherwise. */
  readonly riskMaxUsd?: number;
};

/** The campaign that a package is, or what is wrong with it by the rules of all campaigns. */
export function checkedCampaign(checked: CheckedPackage) {
  const { line, buy, product, path, shown = SAMPLE, riskMaxUsd = 0 } = checked;
  const { id, model, bidUsd, budgetUsd, dailyCapUsd, pacing, targeting = {} } = line;
  const { startMs, endMs } = flightOf(buy, line);
  const isWeighted = shown.creatives.some((one) => 'weight' in one);
  return checkCampaign({
    id,
    ...shown,
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
    ...((shown.creatives.length > 1 || isWeighted) && {
      rotation: isWeighted ? 'weighted' : 'even',
    }),
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

/** Refuses a creative that a package cannot show. One that is not there and one of another account are told alike. */
export function checkCreative(
  creative: LibraryCreative | undefined,
  product: AdProduct | undefined,
  field: string,
): void {
  const found =
    creative ??
    refuse.creativeNotFound(field, 'expected a creative that list_creatives has', {
      suggestion: 'Send it with sync_creatives first.',
    });
  if (found.state !== 'kept') {
    refuse.creativeRejected(field, 'the creative is archived', {
      suggestion: 'Bring it back with sync_creatives first.',
    });
  }
  const { ad } = found.definition;
  if (product === undefined || (ad && soldFormats(product, ad.formats)?.length !== 0)) return;
  refuse.creativeRejected(field, 'the product does not show the format of the creative', {
    suggestion: `Send a creative of one of ${product.formats.join(', ')}, or as native_in_feed, which goes into each.`,
  });
}

export type ServeSources = Pick<SellerSources, 'config' | 'products' | 'nowMs'>;

/**
 * Writes the campaigns of all packages of a buy as they should be now, in the transaction of whatever has changed: the buy,
 * its creatives or its account. A sandbox has none. The error is the first of a package that cannot be served as it is; the
 * caller takes its change back. `by` has the role `buyer`: what any other role has paused, no buyer resumes.
 */
export async function serveBuy(
  query: Query,
  account: BuyerAccount,
  buy: MediaBuy,
  sources: ServeSources,
  by: Author,
): Promise<AdcpError | undefined> {
  const config = sources.config();
  const { partner, needsApproval } = partnerOf(config);
  if (account.definition.isSandbox) return undefined;
  if (partner === undefined) return NO_PARTNER;
  const { packages, isPaused } = buy.definition;
  const library = await readLibrary(query, account.id, shownIn(packages));
  const { buyer } = account.kept;
  // Read in the transaction: an operator may have paused the buyer since its call came in.
  const isBuying =
    account.state === 'active' &&
    (config.adcp.buyers.some(({ id }) => id === buyer) ||
      (await findRecord(query, BUYER, buyer))?.state === 'active');
  for (const line of packages) {
    const key = campaignKey(partner, line.id);
    const current = await findRecord(query, CAMPAIGN, key);
    const isOver = buy.state !== 'open' || line.canceled !== undefined;
    const isWanted = isBuying && !isOver && !isPaused && !line.isPaused;
    const product = sources.products().find(({ id }) => id === line.productId);
    const riskMaxUsd = config.campaigns.riskMax;
    const made = campaignOf({ account, buy, line, library, product, riskMaxUsd });
    // Whatever is wrong with a package, it can be stopped.
    if (made instanceof Refused && isWanted) return made.errors[0];
    const campaign = made === undefined || made instanceof Refused ? current?.definition : made;
    if (campaign === undefined || (current === undefined && isOver)) continue;
    // What shows nothing any more, or is of a product that is sold no more, stays as it was and does not serve.
    const wanted = isOver ? 'archived' : isWanted && campaign === made ? 'active' : 'paused';
    const state = await allowedState(query, current, wanted);
    if (state === current?.state && isDeepStrictEqual(campaign, current.definition)) continue;
    await writeIn(query, CAMPAIGN, key, {
      action: current === undefined ? 'create' : 'change',
      by,
      nowMs: sources.nowMs(),
      next(before) {
        const content = withContent(campaign, before, needsApproval ? 'waiting' : 'approved');
        return { ...content, state };
      },
    });
  }
  return undefined;
}

type ServedPackage = {
  readonly account: BuyerAccount;
  readonly buy: MediaBuy;
  readonly line: BuyPackage;
  readonly library: Library;
  readonly product: AdProduct | undefined;
  readonly riskMaxUsd: number;
};

/** The campaign that serves a package. undefined: its product is gone, or nothing that it could show is assigned to it. */
function campaignOf({ account, buy, line, library, product, riskMaxUsd }: ServedPackage) {
  const creatives = product && creativesOf(line, product, library);
  if (product === undefined || creatives === undefined || creatives.length === 0) return undefined;
  const { brand, name } = account.definition;
  const advertiser = name.slice(0, ADVERTISER_LENGTH_MAX);
  const shown = { advertiser, domain: brand.domain, creatives };
  const { definition } = buy;
  return attempt((): Campaign => {
    const checked = {
      line,
      buy: definition,
      product,
      path: 'targeting_overlay',
      shown,
      riskMaxUsd,
    };
    const made = checkedCampaign(checked);
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

const NO_PARTNER = unavailable(
  'the operator has not said yet where campaigns of buyers are kept: ask again later',
);

/**
 * In the transaction that has changed an account or its buyer: while both are active, its buys serve, and otherwise nothing of it
 * does. The entry of the account says who: what a buyer has paused stays its own to resume.
 */
export async function serveAccount(
  query: Query,
  account: BuyerAccount,
  sources: ServeSources,
  isBuyerActive = true,
): Promise<void> {
  if (account.state !== 'active' || !isBuyerActive) return stopServing(query, account, sources);
  for await (const buy of buysOf(query, account)) {
    await serveBuy(query, account, buy, sources, authorOf(account));
  }
}

/** To stop needs nothing but the campaign, so that nothing that is wrong with a buy keeps its account serving. */
export async function stopServing(
  query: Query,
  account: BuyerAccount,
  { config, nowMs }: Pick<ServeSources, 'config' | 'nowMs'>,
): Promise<void> {
  const { partner } = config().adcp;
  if (partner === undefined) return;
  const next = () => ({ state: 'paused' as const });
  const change = { action: 'state', by: authorOf(account), nowMs: nowMs(), next };
  for await (const { definition } of buysOf(query, account)) {
    for (const { id } of definition.packages) {
      const key = campaignKey(partner, id);
      if ((await findRecord(query, CAMPAIGN, key))?.state !== 'active') continue;
      await writeIn(query, CAMPAIGN, key, change);
    }
  }
}

const authorOf = ({ id }: BuyerAccount): Author => ({ who: `account ${id}`, role: 'buyer' });

/** Those that may have campaigns: a sandbox has none. */
const buysOf = (query: Query, { id, definition }: BuyerAccount) =>
  eachOwned(query, MEDIA_BUY, definition.isSandbox ? [] : [id]);
