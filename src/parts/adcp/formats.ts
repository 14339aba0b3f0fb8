import { canonicalAgentUrl, DEFAULT_FORMATS, type Formats } from '../../core/openrtb/formats.ts';
import {
  type FormatPart,
  KNOWN_FORMATS,
  type KnownFormat,
} from '../../core/openrtb/known-formats.ts';
import { type CampaignCreative, CreativeSchema } from '../../demand/campaigns/campaign-schema.ts';
import { ADCP_PATH } from '../../host/http/buyer-calls.ts';
import type { ReadableSchema } from '../../lib/schema-fault.ts';

/** The kinds of assets that this seller takes. */
type AssetType = 'text' | 'image' | 'url';

/** What an ad of a campaign consists of, and a buyer sends as assets: its slot in `native_in_feed`. */
export const AD_PARTS = {
  title: { type: 'text', slot: 'title' },
  description: { type: 'text', slot: 'body_text' },
  images: { type: 'image', slot: 'main_image' },
  icons: { type: 'image', slot: 'icon' },
  cta: { type: 'text', slot: 'cta' },
  sponsored: { type: 'text', slot: 'advertiser_name' },
  link: { type: 'url', slot: 'landing_page_url' },
  displayUrl: { type: 'text', slot: 'display_url' },
  rating: { type: 'text', slot: 'rating' },
  price: { type: 'text', slot: 'price' },
  salePrice: { type: 'text', slot: 'saleprice' },
} as const satisfies Partial<
  Record<keyof CampaignCreative, { readonly type: AssetType; readonly slot: string }>
>;

export type AdPart = keyof typeof AD_PARTS;

const ALL_PARTS = Object.keys(AD_PARTS) as AdPart[];

const partOfFormat = (part: FormatPart): AdPart =>
  part === 'image' || part === 'icon' ? `${part}s` : part;

/** What no ad of a campaign, and no manifest of the canonical format, can be without. */
const ALWAYS_REQUIRED: readonly AdPart[] = ['title', 'link'];

type Roles = Readonly<Partial<Record<AdPart, string>>>;

const RECOMMENDATION: Roles = {
  title: 'headline',
  description: 'body',
  images: 'image',
  cta: 'cta_text',
  sponsored: 'sponsored_by',
  link: 'cta_url',
};

/** The parts that the formats of the reference agent have, as it calls them. */
const KNOWN_ROLES: Readonly<Record<string, Roles>> = {
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
  sponsored_recommendation: RECOMMENDATION,
  native_mention: { title: 'mention_text', sponsored: 'sponsored_by', link: 'cta_url' },
  native_product_card: { ...RECOMMENDATION, price: 'price' },
};

/** The part that an asset is, by the slots of `native_in_feed` and the roles of the reference agent. */
export const PART_BY_ROLE: ReadonlyMap<string, AdPart> = new Map([
  ...Object.values(KNOWN_ROLES).flatMap((roles) =>
    Object.entries(roles).map(([part, role]): [string, AdPart] => [role, part as AdPart]),
  ),
  ...ALL_PARTS.map((part): [string, AdPart] => [AD_PARTS[part].slot, part]),
]);

/** How AdCP names a format since 3.0. */
type FormatId = { readonly agent_url: string; readonly id: string };

/** A format that this seller shows, in terms of the parts of an ad. */
export type SellerFormat = FormatId & {
  readonly name: string;
  readonly description: string;
  readonly assets: readonly FormatAsset[];
  /** The format that campaigns know by this id: an ad that is made for it is shown in no other. */
  readonly restrictsTo: string | undefined;
};

type FormatAsset = ReturnType<typeof assetOf>;

/** The properties of the schema of a creative: its bounds are those of every campaign. */
const { properties = {} } = CreativeSchema as unknown as ReadableSchema;

function assetOf(part: AdPart, role: string, required: readonly AdPart[]) {
  const { maxLength, maxItems } = properties[part] ?? {};
  return {
    role,
    part,
    type: AD_PARTS[part].type,
    isRequired: required.includes(part),
    /** In characters, of a text or a URL. */
    lengthMax: maxLength,
    /** Of images. */
    countMax: maxItems,
  };
}

/** The address by which this seller names itself: formats of its own carry it. */
export function agentUrlOf({ publicUrl }: { readonly publicUrl: () => string }): string {
  return `${publicUrl().replace(/\/$/, '')}${ADCP_PATH}`;
}

/** The canonical format of the protocol for ads like those in conversations. Every other one is a narrower form of it. */
export const NATIVE_IN_FEED = 'native_in_feed';

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
    assets: ALL_PARTS.map((part) =>
      assetOf(part, AD_PARTS[part].slot, [...ALWAYS_REQUIRED, 'sponsored']),
    ),
    restrictsTo: undefined,
  };
  return [canonical, ...list.map(formatOf)];
}

function formatOf(known: KnownFormat): SellerFormat {
  const { agent_url, id, description, requires, titleLengthMax = Number.POSITIVE_INFINITY } = known;
  const roles = KNOWN_FORMATS.includes(known) ? KNOWN_ROLES[id] : undefined;
  const required = [...ALWAYS_REQUIRED, ...requires.map(partOfFormat)];
  const assets = ALL_PARTS.flatMap((part) => {
    if (roles !== undefined && !(part in roles)) return [];
    const asset = assetOf(part, roles?.[part] ?? AD_PARTS[part].slot, required);
    if (part !== 'title') return asset;
    return { ...asset, lengthMax: Math.min(titleLengthMax, asset.lengthMax ?? titleLengthMax) };
  });
  const restrictsTo = roles === undefined ? undefined : id;
  return { agent_url, id, name: id.replaceAll('_', ' '), description, assets, restrictsTo };
}

/** Of an agent. Many write the address of its MCP endpoint, which ends with /mcp. */
function agentKey(url: string): string {
  return URL.canParse(url) ? canonicalAgentUrl(url).replace(/(?:\/mcp)?\/*$/, '') : url;
}

/** undefined: there is no such format among these. */
export function findFormat<Format extends FormatId>(
  formats: readonly Format[],
  { agent_url, id }: FormatId,
): Format | undefined {
  const agent = agentKey(agent_url);
  return formats.find((format) => format.id === id && agentKey(format.agent_url) === agent);
}

/**
 * The formats of a product as AdCP names them. The canonical one is first, and goes wherever one that the exchange knows
 * goes. Others are of this seller's own address.
 */
export function formatIdsOf(
  { formats }: { readonly formats: readonly string[] },
  agentUrl: string,
): readonly FormatId[] {
  const known = KNOWN_FORMATS.filter(({ id }) => formats.includes(id));
  const ids = [...(known.length > 0 ? [NATIVE_IN_FEED] : []), ...formats];
  return ids.map((id) => ({
    agent_url: known.find((format) => format.id === id)?.agent_url ?? agentUrl,
    id,
  }));
}
