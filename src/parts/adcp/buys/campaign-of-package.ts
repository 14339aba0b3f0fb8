import { KNOWN_FORMATS } from '../../../core/openrtb/known-formats.ts';
import type { Campaign, CampaignCreative } from '../../../demand/campaigns/campaign-schema.ts';
import { CampaignFaults, checkCampaign } from '../../../demand/campaigns/read-campaigns.ts';
import { type AdcpError, fail, isAdcpError } from '../errors.ts';
import type { AdProduct } from '../products/product.ts';
import type { BuyerAccount } from '../records/account-record.ts';
import type { BuyPackage, MediaBuy } from '../records/buy-record.ts';
import type { Library, LibraryCreative } from '../records/creative-record.ts';
import { combinedTargeting } from './combine-targeting.ts';
import { flightOf } from './flight-of-package.ts';
import { type OverlayTerms, readOverlay } from './targeting-overlay.ts';

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
export function campaignOfPackage({
  account,
  buy,
  line,
  product,
  library,
  riskMaxUsd,
}: PackageParts): Campaign | AdcpError | 'no-creative' {
  const creatives = creativesOf(line, product, library);
  if (creatives.length === 0) return 'no-creative';
  const terms = targetingOf(line, product, 'targeting_overlay');
  if (isAdcpError(terms)) return terms;
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
  return checked instanceof CampaignFaults ? faultOf(checked) : checked;
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
): Pick<Campaign, 'targeting' | 'frequency'> | AdcpError {
  const overlay = readOverlay(targeting, path);
  if (isAdcpError(overlay)) return overlay;
  const combined = combinedTargeting(product, overlay);
  if ('reason' in combined) {
    const name = OVERLAY_FIELDS[combined.dimension];
    const field = name === undefined ? path : `${path}.${name}`;
    return fail.invalid(`${field}: ${combined.reason}`, {
      field,
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
export function isShownBy(product: AdProduct, { definition }: LibraryCreative): boolean {
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
  return fail.invalid(`${first?.path}: ${first?.reason}`, { field: 'packages' });
}
