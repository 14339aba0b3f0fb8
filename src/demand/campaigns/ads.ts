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
  /** Present where its targeting uses what is known of the person beside the conversation. */
  readonly usesProfile?: true;
  readonly seat: string;
  readonly adomain: readonly string[];
  /** Of its creatives, as ISO 639-1 has it. */
  readonly language?: string;
  readonly categories: { readonly cat?: readonly string[]; readonly cattax?: number };
  readonly creatives: readonly AdCreative[];
  readonly paysPer: Charge['per'];
  readonly conversions?: ConversionTerms;
  /** undefined: the first that fits. */
  readonly rotation?: Campaign['rotation'];
};

export type AdCreative = {
  readonly crid: string;
  /** The AdCP formats it is made for; undefined: any it can meet. */
  readonly formats?: readonly string[];
  /** Among the creatives of a campaign that rotates by weight. */
  readonly weight?: number;
  readonly ai?: AiUse;
  readonly parts: CreativeParts;
};

export type CreativeParts = AdParts & {
  /** Texts by Native 1.2 data type. */
  readonly data: Readonly<Record<number, string | undefined>>;
};

const CATTAX_DEFAULT = 1;

function createAd(campaign: Campaign, imageBaseUrl: string): CampaignAd {
  const { id, advertiser, domain, categories, cattax = CATTAX_DEFAULT, creatives } = campaign;
  const conversions = conversionTermsOf(campaign);
  const { rotation, language } = campaign;
  return {
    cid: id,
    advertiser,
    ...(usesProfile(campaign) ? { usesProfile: true } : {}),
    seat: seatOf(campaign),
    adomain: [domain.toLowerCase()],
    ...(language === undefined ? {} : { language }),
    categories: categories === undefined ? {} : { cat: categories, cattax },
    paysPer: priceOfCampaign(campaign).per,
    ...(conversions === undefined ? {} : { conversions }),
    creatives: creatives.map((creative) => ({
      crid: creative.id,
      ...(creative.formats === undefined ? {} : { formats: creative.formats }),
      ...(creative.weight === undefined ? {} : { weight: creative.weight }),
      ...(creative.ai === undefined ? {} : { ai: creative.ai }),
      parts: partsOf(creative, advertiser, imageBaseUrl),
    })),
    ...(rotation === undefined ? {} : { rotation }),
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

export type AdStore = ReturnType<typeof adStoreOf>;

/** Ads kept ready to use. Those that win are few and win often. */
const READY_ADS_MAX = 1000;

/**
 * Keeps ads as text and only the recently used ones as objects: an ad is made of some thirty, and a few
 * hundred thousand live objects would lengthen every garbage collection of a process that bids. Takes campaigns one by one,
 * in the order of their positions.
 */
export function createAdStoreBuilder(
  imageBaseUrl: string,
  { numberOf }: Pick<AdvertiserNumbers, 'numberOf'>,
) {
  const ids: string[] = [];
  const texts: string[] = [];
  const advertisers: number[] = [];
  return {
    add(campaign: Campaign): void {
      ids.push(campaign.id);
      texts.push(JSON.stringify(createAd(campaign, imageBaseUrl)));
      advertisers.push(numberOf(seatOf(campaign)));
    },
    finish: () => adStoreOf(ids, texts, new Int32Array(advertisers)),
  };
}

function adStoreOf(ids: readonly string[], texts: readonly string[], advertisers: Int32Array) {
  const ready = new Map<number, CampaignAd>();
  return {
    adOf(campaign: number): CampaignAd {
      const known = ready.get(campaign);
      if (known !== undefined) return known;
      const ad = JSON.parse(texts[campaign] ?? '') as CampaignAd;
      if (ready.size >= READY_ADS_MAX) {
        const [oldest = campaign] = ready.keys();
        ready.delete(oldest);
      }
      ready.set(campaign, ad);
      return ad;
    },
    /** Without making an ad of it: campaigns that are held back would drive those that win out of the ready ones. */
    idOf: (campaign: number) => ids[campaign] ?? '',
    /** A number that campaigns of one advertiser share. */
    advertiserOf: (campaign: number) => advertisers[campaign] ?? -1,
  };
}

export type AdvertiserNumbers = ReturnType<typeof createAdvertiserNumbers>;

/**
 * Numbers for advertisers, by their seat. Indexes that share them agree on who is who. A seat keeps its number as long
 * as an index that is built asks for it.
 */
export function createAdvertiserNumbers() {
  let current = new Map<string, number>();
  let earlier: ReadonlyMap<string, number> = current;
  let next = 0;
  return {
    numberOf(seat: string): number {
      const number = current.get(seat) ?? earlier.get(seat) ?? next++;
      current.set(seat, number);
      return number;
    },
    /** The seats that are remembered. */
    size: () => current.size,
    /** Called before everything is indexed again: seats that nobody asks for meanwhile are forgotten by `endAnew`. */
    beginAnew(): void {
      earlier = current;
      current = new Map();
    },
    endAnew(): void {
      earlier = current;
    },
  };
}
