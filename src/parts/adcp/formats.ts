import { canonicalAgentUrl, DEFAULT_FORMATS, type Formats } from '../../core/openrtb/formats.ts';
import {
  type FormatPart,
  KNOWN_FORMATS,
  type KnownFormat,
} from '../../core/openrtb/known-formats.ts';
import { type CampaignCreative, CreativeSchema } from '../../demand/campaigns/campaign-schema.ts';
import type { ReadableSchema } from '../../lib/schema-fault.ts';
import type { AdProduct } from './products.ts';

/** What an ad of a campaign consists of, and a buyer sends as assets. */
const AD_PARTS = [
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
type AssetType = 'text' | 'image' | 'url';

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
const CANONICAL_ROLES: Readonly<Record<AdPart, string>> = {
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

const PART_OF_FORMAT: Readonly<Record<FormatPart, AdPart>> = {
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
function lengthMaxOf(part: AdPart): number | undefined {
  return ASSET_TYPES[part] === 'image' ? undefined : properties[part]?.maxLength;
}

/** How many images may stand for one part. */
function imagesMaxOf(part: AdPart): number | undefined {
  return ASSET_TYPES[part] === 'image' ? properties[part]?.maxItems : undefined;
}

/** How AdCP names a format since 3.0. */
export type FormatId = { readonly agent_url: string; readonly id: string };

/** A format that this seller shows, in terms of the parts of an ad. */
export type SellerFormat = FormatId & {
  readonly name: string;
  readonly description: string;
  readonly assets: readonly FormatAsset[];
  /** The format that campaigns know by this id: an ad that is made for it is shown in no other. */
  readonly restrictsTo: string | undefined;
};

type FormatAsset = {
  readonly role: string;
  readonly part: AdPart;
  readonly type: AssetType;
  readonly isRequired: boolean;
  /** In characters. */
  readonly lengthMax: number | undefined;
  readonly countMax: number | undefined;
};

/** The canonical format of the protocol for ads like those in conversations. Every other one is a narrower form of it. */
export const NATIVE_IN_FEED = 'native_in_feed';

/** What canonical formats call their assets. */
const ASSETS_OF_CANONICAL = 'slots';

/** What no ad of a campaign, and no manifest of the canonical format, can be without. */
const ALWAYS_REQUIRED: readonly AdPart[] = ['title', 'link'];

/** The parts that the formats of the reference agent have, as it calls them. */
const KNOWN_ROLES: Readonly<Record<string, Readonly<Partial<Record<AdPart, string>>>>> = {
  native_standard: {
    title: 'title',
    description: 'description',
    images: 'main_image',
    icons: 'icon',
    cta: 'cta_text',
    sponsored: 'sponsored_by',
    link: 'click_url',
  },
  native_content: {
    title: 'headline',
    description: 'body',
    images: 'thumbnail',
    sponsored: 'disclosure',
    link: 'click_url',
  },
  sponsored_recommendation: {
    title: 'headline',
    description: 'body',
    images: 'image',
    cta: 'cta_text',
    sponsored: 'sponsored_by',
    link: 'cta_url',
  },
  native_mention: { title: 'mention_text', sponsored: 'sponsored_by', link: 'cta_url' },
  native_product_card: {
    title: 'headline',
    description: 'body',
    images: 'image',
    cta: 'cta_text',
    sponsored: 'sponsored_by',
    link: 'cta_url',
    price: 'price',
  },
};

/** The formats of this seller: the canonical one under its own address, those that the exchange knows, and added ones. */
export function sellerFormats(
  agentUrl: string,
  { list }: Pick<Formats, 'list'> = DEFAULT_FORMATS,
): readonly SellerFormat[] {
  const canonical: SellerFormat = {
    agent_url: agentUrl,
    id: NATIVE_IN_FEED,
    name: 'Native in feed',
    description:
      'A native ad in a conversation: title, advertiser and link, with text, images, call to action, price and rating where there are any.',
    assets: AD_PARTS.map((part) =>
      assetOf(part, CANONICAL_ROLES[part], [...ALWAYS_REQUIRED, 'sponsored']),
    ),
    restrictsTo: undefined,
  };
  return [canonical, ...list.map(formatOf)];
}

function formatOf(known: KnownFormat): SellerFormat {
  const { agent_url, id, description, requires, titleLengthMax } = known;
  const roles = KNOWN_FORMATS.includes(known) ? KNOWN_ROLES[id] : undefined;
  const required = [...ALWAYS_REQUIRED, ...requires.map((part) => PART_OF_FORMAT[part])];
  const parts = roles === undefined ? AD_PARTS : AD_PARTS.filter((part) => part in roles);
  const assets = parts.map((part) => {
    const asset = assetOf(part, roles?.[part] ?? CANONICAL_ROLES[part], required);
    if (part !== 'title' || titleLengthMax === undefined) return asset;
    return { ...asset, lengthMax: Math.min(titleLengthMax, asset.lengthMax ?? titleLengthMax) };
  });
  const restrictsTo = roles === undefined ? undefined : id;
  return { agent_url, id, name: id.replaceAll('_', ' '), description, assets, restrictsTo };
}

function assetOf(part: AdPart, role: string, required: readonly AdPart[]): FormatAsset {
  return {
    role,
    part,
    type: ASSET_TYPES[part],
    isRequired: required.includes(part),
    lengthMax: lengthMaxOf(part),
    countMax: imagesMaxOf(part),
  };
}

/** Whether two addresses name the same agent. Many write that of its MCP endpoint, which ends with /mcp. */
function isSameAgent(one: string, other: string): boolean {
  return one === other || agentKey(one) === agentKey(other);
}

function agentKey(url: string): string {
  return URL.canParse(url) ? canonicalAgentUrl(url).replace(/(?:\/mcp)?\/*$/, '') : url;
}

/** undefined: this seller has no such format. */
export function findFormat(
  formats: readonly SellerFormat[],
  { agent_url, id }: FormatId,
): SellerFormat | undefined {
  return formats.find((format) => format.id === id && isSameAgent(format.agent_url, agent_url));
}

type FormatsOfProduct = Pick<AdProduct, 'formats'>;

const known = ({ formats }: FormatsOfProduct) =>
  KNOWN_FORMATS.filter(({ id }) => formats.includes(id));

/**
 * The formats of a product as AdCP names them. The canonical one is first, and goes wherever one that the exchange knows
 * goes. Others are of this seller's own address.
 */
export function formatIdsOf(product: FormatsOfProduct, agentUrl: string): readonly FormatId[] {
  const ofExchange = known(product);
  const others = product.formats.filter((id) => !ofExchange.some((format) => format.id === id));
  return [
    ...(ofExchange.length === 0 ? [] : [{ agent_url: agentUrl, id: NATIVE_IN_FEED }]),
    ...ofExchange.map(({ agent_url, id }) => ({ agent_url, id })),
    ...others.map((id) => ({ agent_url: agentUrl, id })),
  ];
}

/** The same since 3.1: each is the canonical format, narrowed. Empty for a product without formats that the exchange knows. */
export function formatOptionsOf(product: FormatsOfProduct, agentUrl: string) {
  const formats = sellerFormats(agentUrl);
  return formatIdsOf(product, agentUrl).flatMap((id) => {
    const format = findFormat(formats, id);
    return format === undefined ? [] : [formatOption(format)];
  });
}

/** A declaration of a product in `format_options`. */
function formatOption({ agent_url, id, name, assets }: SellerFormat) {
  const lengthMax = (wanted: AdPart) => assets.find(({ part }) => part === wanted)?.lengthMax;
  const characters = {
    title_max_chars: lengthMax('title'),
    body_text_max_chars: lengthMax('description'),
    cta_max_chars: lengthMax('cta'),
  };
  return {
    format_kind: NATIVE_IN_FEED,
    format_option_id: id,
    display_name: name,
    v1_format_ref: [{ agent_url, id }],
    params: {
      ...characters,
      [ASSETS_OF_CANONICAL]: assets.map((asset) => ({
        ...canonicalAsset(asset),
        ...(asset.type === 'text' &&
          asset.lengthMax !== undefined && { max_chars: asset.lengthMax }),
        ...(asset.countMax !== undefined && { max: asset.countMax }),
      })),
      ssl_required: true,
      asset_source: 'buyer_uploaded',
      composition_model: 'deterministic',
    },
  };
}

const canonicalAsset = ({ part, type, isRequired }: FormatAsset) => ({
  asset_group_id: CANONICAL_ROLES[part],
  asset_type: type,
  required: isRequired,
});

/** How a format is told to those who know canonical formats alone. */
export function canonicalOf({ assets }: SellerFormat) {
  return { kind: NATIVE_IN_FEED, slots_override: assets.map(canonicalAsset) };
}

/** A format in the list of `list_creative_formats`. */
export function listedFormat({ agent_url, id, name, description, assets }: SellerFormat) {
  return {
    format_id: { agent_url, id },
    name,
    description,
    renders: [{ role: 'primary', dimensions: { responsive: { width: true, height: true } } }],
    assets: assets.map(({ role, part, type, isRequired, lengthMax }) => ({
      item_type: 'individual',
      asset_id: role,
      asset_type: type,
      asset_role: CANONICAL_ROLES[part],
      required: isRequired,
      ...requirements(type, lengthMax),
    })),
  };
}

function requirements(type: AssetType, lengthMax: number | undefined) {
  if (type === 'image') return {};
  const length = lengthMax === undefined ? {} : { max_length: lengthMax };
  if (type === 'text') return { requirements: { min_length: 1, ...length } };
  return { requirements: { role: 'clickthrough', protocols: ['https'], ...length } };
}
