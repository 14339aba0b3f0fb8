import type { NativeAsset, NativeRequest } from '../core/openrtb/native-request.ts';
import type { NativeResponse, NativeResponseAsset } from '../core/openrtb/native-response.ts';
import { isListed, perObject } from '../lib/lookup.ts';
import { clip, isLonger } from '../lib/text.ts';

/** What an ad is made of, before anyone asked for it in a particular form. */
export type AdParts = {
  readonly title: string;
  readonly link: string;
  readonly images: readonly AdImage[];
  readonly icons: readonly AdImage[];
};

/** Its text of a Native 1.2 data type: 1 sponsored, 2 description, 3 rating, 6 price, 12 call to action… */
type TextOf = (type: number) => string | undefined;

export type AdImage = {
  readonly url: string;
  readonly w: number;
  readonly h: number;
  readonly mime?: string;
};

/** Data types whose text may be shortened; a shortened price or phone number would be a wrong one. */
const CLIPPABLE: ReadonlySet<number> = new Set([2, 10]);

/** The ad as an answer to this native request; undefined where it lacks an asset that is required. */
export function composeNative(
  request: NativeRequest,
  parts: AdParts,
  textOf: TextOf,
): NativeResponse | undefined {
  const assets: NativeResponseAsset[] = [];
  for (const asset of request.assets) {
    const answer = composeAsset(asset, parts, textOf);
    if (answer !== undefined) assets.push(answer);
    else if (asset.required === 1) return undefined;
  }
  return { ver: '1.2', assets, link: { url: parts.link } };
}

function composeAsset(
  asset: NativeAsset,
  parts: AdParts,
  textOf: TextOf,
): NativeResponseAsset | undefined {
  const { id, title, img, data } = asset;
  if (title !== undefined) return { id, title: { text: clip(parts.title, title.len) } };
  if (img !== undefined) {
    const candidates =
      img.type === 3
        ? parts.images
        : img.type === undefined
          ? [...parts.images, ...parts.icons]
          : parts.icons;
    const image = candidates.find((candidate) => fitsImage(candidate, img));
    if (image === undefined) return undefined;
    const { url, w, h } = image;
    return { id, img: img.type === undefined ? { url, w, h } : { type: img.type, url, w, h } };
  }
  if (data === undefined) return undefined;
  const text = textOf(data.type);
  if (text === undefined || text === '') return undefined;
  const lengthMax = data.len ?? Number.POSITIVE_INFINITY;
  const value = CLIPPABLE.has(data.type) ? clip(text, lengthMax) : text;
  return isLonger(value, lengthMax) ? undefined : { id, data: { type: data.type, value } };
}

/** `w` and `h` alone are exact; with `wmin` and `hmin` they are minima. */
function fitsImage(
  image: AdImage,
  { w, h, wmin, hmin, mimes }: NonNullable<NativeAsset['img']>,
): boolean {
  if (
    mimes !== undefined &&
    mimes.length > 0 &&
    image.mime !== undefined &&
    !isListed(mimes, image.mime)
  ) {
    return false;
  }
  const isWide = wmin === undefined ? w === undefined || image.w === w : image.w >= wmin;
  const isHigh = hmin === undefined ? h === undefined || image.h === h : image.h >= hmin;
  return isWide && isHigh;
}

const MIME_BY_EXTENSION: ReadonlyMap<string, string> = new Map([
  ['svg', 'image/svg+xml'],
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['webp', 'image/webp'],
  ['avif', 'image/avif'],
  ['gif', 'image/gif'],
]);

/** The media type that the ending of a URL's path tells, if it tells one. */
export function mimeOf(url: string): string | undefined {
  const extension = /\.([a-z]+)(?:[?#]|$)/i.exec(url)?.[1]?.toLowerCase() ?? '';
  return MIME_BY_EXTENSION.get(extension);
}

/** Of each native request. Few, because a large heap lengthens the pauses of every auction in the process. */
const REMEMBERED_MAX = 128;

/** Remembers what was made for each native request: the same few ads answer the same few requests. Auctions share it. */
export function rememberPerNative<T extends object, R>(
  make: (request: NativeRequest, from: T) => R,
): (request: NativeRequest, from: T) => R {
  const rememberedFor = perObject((_: NativeRequest) => new Map<T, { readonly made: R }>());
  return (request, from) => {
    const ofRequest = rememberedFor(request);
    const known = ofRequest.get(from);
    if (known !== undefined) return known.made;
    const made = make(request, from);
    const [oldest] = ofRequest.size < REMEMBERED_MAX ? [] : ofRequest.keys();
    if (oldest !== undefined) ofRequest.delete(oldest);
    ofRequest.set(from, { made });
    return made;
  };
}
