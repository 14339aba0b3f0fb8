import type { FormatPart } from '../../../core/openrtb/known-formats.ts';
import {
  type CampaignCreative,
  CreativeSchema,
} from '../../../demand/campaigns/campaign-schema.ts';
import type { ReadableSchema } from '../../../lib/readable-schema.ts';

/** What an ad of a campaign consists of, and a buyer sends as assets. */
export const AD_PARTS = [
  'title',
  'description',
  'images',
  'icons',
  'cta',
  'sponsored',
  'link',
  'displayUrl',
  'rating',
  'price',
  'salePrice',
] as const satisfies readonly (keyof CampaignCreative)[];

export type AdPart = (typeof AD_PARTS)[number];

/** The kinds of assets that this seller takes. */
export type AssetType = 'text' | 'image' | 'url';

export const ASSET_TYPES: Readonly<Record<AdPart, AssetType>> = {
  title: 'text',
  description: 'text',
  images: 'image',
  icons: 'image',
  cta: 'text',
  sponsored: 'text',
  link: 'url',
  displayUrl: 'text',
  rating: 'text',
  price: 'text',
  salePrice: 'text',
};

/** What `native_in_feed` calls them. */
export const CANONICAL_ROLES: Readonly<Record<AdPart, string>> = {
  title: 'title',
  description: 'body_text',
  images: 'main_image',
  icons: 'icon',
  cta: 'cta',
  sponsored: 'advertiser_name',
  link: 'landing_page_url',
  displayUrl: 'display_url',
  rating: 'rating',
  price: 'price',
  salePrice: 'saleprice',
};

export const PART_OF_FORMAT: Readonly<Record<FormatPart, AdPart>> = {
  title: 'title',
  icon: 'icons',
  image: 'images',
  description: 'description',
  sponsored: 'sponsored',
  cta: 'cta',
};

/** The properties of the schema of a creative: its bounds are those of every campaign. */
const { properties = {} } = CreativeSchema as unknown as ReadableSchema;

/** In characters, of a text. undefined: the part is no text, or a number. */
export function lengthMaxOf(part: AdPart): number | undefined {
  return ASSET_TYPES[part] === 'image' ? undefined : properties[part]?.maxLength;
}

/** How many images may stand for one part. */
export function imagesMaxOf(part: AdPart): number | undefined {
  return ASSET_TYPES[part] === 'image' ? properties[part]?.maxItems : undefined;
}
