import { createContext } from 'preact';
import type { AiUse } from '../../../core/openrtb/ai-use.ts';
import type { CampaignCreative } from '../../../demand/campaigns/campaign-schema.ts';
import type { VisibleAd } from '../../../ui/ad.ts';
import type { Draft } from '../../../ui/form-field.tsx';

/** Where the paths of pictures begin: the public port has them. */
export const ImageBase = createContext('');

/** What may be there while somebody types. */
export type DraftCreative = Partial<Record<keyof CampaignCreative, unknown>>;

export function creativesOf({ creatives }: Draft): readonly DraftCreative[] {
  return Array.isArray(creatives) ? (creatives as readonly DraftCreative[]) : [];
}

/** The ad as a reader sees it, where the publisher shows all of its parts. */
export function adOf(
  creative: DraftCreative,
  advertiser: unknown,
  imageBaseUrl: string,
): VisibleAd {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
  return {
    title: text(creative.title) ?? 'The title of the ad',
    text: text(creative.description),
    sponsor: text(creative.sponsored) ?? text(advertiser),
    image: pictureOf(creative.images, imageBaseUrl),
    icon: pictureOf(creative.icons, imageBaseUrl),
    rating: typeof creative.rating === 'number' ? creative.rating : undefined,
    price: text(creative.price),
    salePrice: text(creative.salePrice),
    action: text(creative.cta),
    // Not everywhere, but whoever reviews the ad should see it.
    ai: isFields(creative.ai) ? { ...creative.ai, label: true } : undefined,
    link: /^https:/i.test(text(creative.link) ?? '') ? text(creative.link) : undefined,
  };
}

const isFields = (value: unknown): value is AiUse => typeof value === 'object' && value !== null;

function pictureOf(list: unknown, baseUrl: string): VisibleAd['image'] {
  const [first] = Array.isArray(list) ? (list as readonly Readonly<Record<string, unknown>>[]) : [];
  const url = pictureUrl(first?.url, baseUrl);
  if (first === undefined || url === undefined) return undefined;
  const size = (value: unknown) => (typeof value === 'number' ? value : undefined);
  return { url, w: size(first.w), h: size(first.h) };
}

/** Where the picture is. undefined: the URL is none, or not finished. */
export function pictureUrl(url: unknown, baseUrl: string): string | undefined {
  if (typeof url !== 'string' || !/^(?:https:|\/)/i.test(url)) return undefined;
  return url.startsWith('/') ? `${baseUrl}${url}` : url;
}
