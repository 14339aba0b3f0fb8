import type { ConversionTerms } from '../../core/auction/partner.ts';
import type { AiUse } from '../../core/openrtb/ai-use.ts';
import type { Charge } from '../../core/sale/fact.ts';
import type { AdImage, AdParts } from '../compose-native.ts';
import { mimeOf } from '../compose-native.ts';
import type { Campaign, CampaignCreative, CampaignImage } from './campaign-schema.ts';
import { conversionTermsOf } from './conversion-terms.ts';
import { priceOfCampaign } from './price.ts';

/** What a campaign shows, ready to be put into a bid. */
export type CampaignAd = {
  readonly cid: string;
  /** Its name, as the campaign has it. */
  readonly advertiser: string;
  /** Whether its targeting uses what is known of the person beside the conversation. */
  readonly usesProfile: boolean;
  readonly seat: string;
  readonly adomain: readonly string[];
  /** Of its creatives, as ISO 639-1 has it. */
  readonly language: string | undefined;
  readonly cat: readonly string[] | undefined;
  readonly cattax: number;
  readonly creatives: readonly AdCreative[];
  readonly paysPer: Charge['per'];
  readonly conversions: ConversionTerms | undefined;
  /** undefined: the first that fits. */
  readonly rotation: Campaign['rotation'];
};

export type AdCreative = {
  readonly crid: string;
  /** The AdCP formats it is made for; undefined: any it can meet. */
  readonly formats: readonly string[] | undefined;
  /** Among the creatives of a campaign that rotates by weight. */
  readonly weight: number | undefined;
  readonly ai: AiUse | undefined;
  readonly parts: CreativeParts;
};

export type CreativeParts = AdParts & {
  /** Texts by Native 1.2 data type. */
  readonly data: Readonly<Record<number, string | undefined>>;
};

const CATTAX_DEFAULT = 1;

export function createAd(campaign: Campaign, imageBaseUrl: string): CampaignAd {
  const { id, advertiser, domain, categories, cattax = CATTAX_DEFAULT, creatives } = campaign;
  return {
    cid: id,
    advertiser,
    usesProfile: usesProfile(campaign),
    seat: seatOf(campaign),
    adomain: [domain.toLowerCase()],
    language: campaign.language,
    cat: categories,
    cattax,
    paysPer: priceOfCampaign(campaign).per,
    conversions: conversionTermsOf(campaign),
    creatives: creatives.map((creative) => ({
      crid: creative.id,
      formats: creative.formats,
      weight: creative.weight,
      ai: creative.ai,
      parts: partsOf(creative, advertiser, imageBaseUrl),
    })),
    rotation: campaign.rotation,
  };
}

const PROFILE = ['interests', 'behaviors', 'segments'] as const;

function usesProfile({ targeting, adjustments = [] }: Campaign): boolean {
  const conditions = [
    targeting?.include,
    targeting?.exclude,
    ...adjustments.map((one) => one.when),
  ];
  return conditions.some((one) => PROFILE.some((name) => one?.[name] !== undefined));
}

/** The advertiser's name as a slug, or its domain's where the name has no Latin letter or digit. */
export function seatOf({ advertiser, domain }: Pick<Campaign, 'advertiser' | 'domain'>): string {
  return slug(advertiser) || slug(domain);
}

function slug(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** By Native 1.2 data type. */
function partsOf(
  creative: CampaignCreative,
  advertiser: string,
  imageBaseUrl: string,
): CreativeParts {
  const { title, link, images = [], icons = [], rating } = creative;
  return {
    title,
    link,
    images: images.map((image) => imageOf(image, imageBaseUrl)),
    icons: icons.map((image) => imageOf(image, imageBaseUrl)),
    data: {
      1: creative.sponsored ?? advertiser,
      2: creative.description,
      3: rating === undefined ? undefined : String(rating),
      6: creative.price,
      7: creative.salePrice,
      11: creative.displayUrl,
      12: creative.cta,
    },
  };
}

function imageOf({ url, w, h, mime }: CampaignImage, baseUrl: string): AdImage {
  const absolute = url.startsWith('/') ? `${baseUrl.replace(/\/+$/, '')}${url}` : url;
  const type = mime ?? mimeOf(url);
  return { url: absolute, w, h, ...(type === undefined ? {} : { mime: type }) };
}
