import type { AiUse } from '../core/openrtb/ai-use.ts';
import type { NativeResponse } from '../core/openrtb/native-response.ts';

/** What AI had to do with an ad, and whether its card says so. */
type ShownAi = AiUse & { readonly label: boolean };

/** The visible parts of a native ad. */
export type VisibleAd = ReturnType<typeof readAd> & { readonly ai?: ShownAi | undefined };

const MAIN_IMAGE = 3;
const ICON = 1;
const DATA = { sponsor: 1, text: 2, rating: 3, price: 6, salePrice: 7, action: 12 } as const;

export function readAd(native: NativeResponse) {
  const assets = native.assets ?? [];
  const data = (type: number) => assets.find((asset) => asset.data?.type === type)?.data?.value;
  const pictures = assets.flatMap(({ img }) => (img === undefined ? [] : img));
  const main = pictures.find(({ type }) => (type ?? MAIN_IMAGE) === MAIN_IMAGE);
  const icon = pictures.find(({ type }) => type === ICON);
  const rating = Number(data(DATA.rating));
  return {
    title: assets.find(({ title }) => title !== undefined)?.title?.text ?? 'An ad without a title',
    text: data(DATA.text),
    sponsor: data(DATA.sponsor),
    image: pictureOf(main),
    icon: pictureOf(icon),
    rating: Number.isFinite(rating) && rating > 0 ? rating : undefined,
    price: data(DATA.price),
    salePrice: data(DATA.salePrice),
    action: data(DATA.action),
    link: safe(native.link.url, /^https?:/i),
  };
}

/** Parses the markup of a bid. */
export function parseAdm(adm: string): VisibleAd | undefined {
  try {
    const root = JSON.parse(adm) as { native?: NativeResponse } & NativeResponse;
    return readAd(root.native ?? root);
  } catch {
    return undefined;
  }
}

function pictureOf(img: { url: string; w?: number; h?: number } | undefined) {
  const url = img === undefined ? undefined : safe(img.url, /^(?:https?:|data:image\/)/i);
  return url === undefined ? undefined : { url, w: img?.w, h: img?.h };
}

/** An ad is untrusted input, so only URLs of these schemes are used. */
function safe(url: string, allowed: RegExp): string | undefined {
  return allowed.test(url) ? url : undefined;
}
