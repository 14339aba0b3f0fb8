import type { AdPart } from './ad-parts.ts';
import type { SellerFormat } from './formats.ts';

/** Other names that buyers have for the parts of an ad, from the vocabulary of the protocol and from the reference agent. */
const ALIASES: Readonly<Record<AdPart, readonly string[]>> = {
  title: ['title', 'headline', 'mention_text'],
  description: ['body_text', 'body', 'description'],
  images: ['main_image', 'image', 'image_main', 'hero_image', 'thumbnail'],
  icons: ['icon', 'icon_image', 'brand_icon'],
  cta: ['cta', 'cta_text', 'call_to_action'],
  sponsored: ['advertiser_name', 'sponsored_by', 'sponsor_name'],
  link: [
    'landing_page_url',
    'click_url',
    'cta_url',
    'link',
    'link_url',
    'final_url',
    'landing_url',
    'click_through_url',
  ],
  displayUrl: ['display_url', 'visible_url'],
  rating: ['rating'],
  price: ['price'],
  salePrice: ['saleprice', 'sale_price', 'discount_price'],
};

const PART_OF_ROLE: ReadonlyMap<string, AdPart> = new Map(
  Object.entries(ALIASES).flatMap(([part, roles]) =>
    roles.map((role) => [role, part as AdPart] as const),
  ),
);

/** The part of an ad that an asset is for. undefined: this seller shows no such thing. */
export function partOfRole(role: string, { assets }: SellerFormat): AdPart | undefined {
  return assets.find((asset) => asset.role === role)?.part ?? PART_OF_ROLE.get(role);
}

const TRACKER = /track(?:er|ing)|pixel/;

const LABELS: ReadonlySet<string> = new Set([
  'sponsored_label',
  'disclosure_label',
  'ad_label',
  'disclosure',
]);

/** Why an asset is refused that no part of an ad is for: leaving it out in silence would change what the buyer pays for. */
export function refusedRole(
  role: string,
  type: unknown,
  format: SellerFormat,
): { readonly reason: string; readonly suggestion: string } {
  const suggestion = 'Leave it out.';
  if (TRACKER.test(role) || (typeof type === 'string' && TRACKER.test(type))) {
    const reason =
      'this exchange counts impressions and clicks itself and calls no trackers of advertisers';
    return { reason, suggestion: `${suggestion} get_media_buy_delivery has the exact counts.` };
  }
  if (LABELS.has(role)) {
    return { reason: 'each publisher labels ads in its own words', suggestion };
  }
  const roles = format.assets.map((asset) => asset.role).join(', ');
  return { reason: `expected one of ${roles}`, suggestion };
}
