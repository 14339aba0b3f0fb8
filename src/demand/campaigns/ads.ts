import type { AdImage, AdParts } from '../compose-native.ts';
import { mimeOf } from '../image-mime.ts';
import type { Campaign, CampaignCreative, CampaignImage } from './campaign-schema.ts';

/** What a campaign shows, ready to be put into a bid. */
export type Ad = {
  readonly cid: string;
  readonly seat: string;
  readonly adomain: readonly string[];
  readonly categories: { readonly cat?: readonly string[]; readonly cattax?: number };
  readonly creatives: readonly AdCreative[];
};

export type AdCreative = {
  readonly crid: string;
  /** The AdCP formats it is made for; undefined: any it can meet. */
  readonly formats?: readonly string[];
  readonly parts: AdParts;
};

const CATTAX_DEFAULT = 1;

export function createAd(campaign: Campaign, imageBaseUrl: string): Ad {
  const { id, advertiser, domain, categories, cattax = CATTAX_DEFAULT, creatives } = campaign;
  return {
    cid: id,
    seat: seatOf(campaign),
    adomain: [domain.toLowerCase()],
    categories: categories === undefined ? {} : { cat: categories, cattax },
    creatives: creatives.map((creative) => ({
      crid: creative.id,
      ...(creative.formats === undefined ? {} : { formats: creative.formats }),
      parts: partsOf(creative, advertiser, imageBaseUrl),
    })),
  };
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
function partsOf(creative: CampaignCreative, advertiser: string, imageBaseUrl: string): AdParts {
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
