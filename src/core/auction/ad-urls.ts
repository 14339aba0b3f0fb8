import type { NativeResponse } from '../openrtb/native-response.ts';
import { isSafeHttpUrl, NEVER_IN_URL } from '../openrtb/safe-url.ts';
import { videoUrls } from './vast-tag.ts';

/** A URL of an ad. A person opens a link; a client loads every other URL by itself. */
export type AdUrl = { readonly url: string; readonly use: 'opened' | 'loaded' };

type IsWanted = (adUrl: AdUrl) => boolean;

/** The first URL, of all that a client opens or loads, that `isWanted`. It runs for every bid, so it makes no list. */
export function findAdUrl(
  { assets, link, imptrackers, eventtrackers, assetsurl, dcourl, privacy }: NativeResponse,
  isWanted: IsWanted,
): AdUrl | undefined {
  const found = findInLink(link, isWanted) ?? findLoaded(imptrackers, isWanted);
  if (found !== undefined) return found;
  for (const { img, video, link: assetLink } of assets ?? NONE) {
    const inAsset =
      findOne(img?.url, 'loaded', isWanted) ??
      (video === undefined ? undefined : findLoaded(videoUrls(video), isWanted)) ??
      (assetLink === undefined ? undefined : findInLink(assetLink, isWanted));
    if (inAsset !== undefined) return inAsset;
  }
  for (const { url } of eventtrackers ?? NONE) {
    const ofEvent = findOne(url, 'loaded', isWanted);
    if (ofEvent !== undefined) return ofEvent;
  }
  return (
    findOne(assetsurl, 'loaded', isWanted) ??
    findOne(dcourl, 'loaded', isWanted) ??
    findOne(privacy, 'opened', isWanted)
  );
}

const NONE: readonly never[] = [];

function findOne(
  url: string | undefined,
  use: AdUrl['use'],
  isWanted: IsWanted,
): AdUrl | undefined {
  if (url === undefined) return undefined;
  const adUrl = { url, use };
  return isWanted(adUrl) ? adUrl : undefined;
}

function findLoaded(urls: readonly string[] | undefined, isWanted: IsWanted): AdUrl | undefined {
  for (const url of urls ?? NONE) {
    const found = findOne(url, 'loaded', isWanted);
    if (found !== undefined) return found;
  }
  return undefined;
}

function findInLink(
  { url, fallback, clicktrackers }: NativeResponse['link'],
  isWanted: IsWanted,
): AdUrl | undefined {
  return (
    findOne(url, 'opened', isWanted) ??
    findOne(fallback, 'opened', isWanted) ??
    findLoaded(clicktrackers, isWanted)
  );
}

const APP_URL = new RegExp(`^([a-z][a-z0-9+.-]*):(?!//[^/?#]*@)[^${NEVER_IN_URL}]+$`, 'iu');

/** Whether an ad may have the URL: http or https, or in a link a scheme that the publisher lists. */
export function isSafeAdUrl({ url, use }: AdUrl, appSchemes: readonly string[]): boolean {
  if (isSafeHttpUrl(url)) return true;
  if (use === 'loaded' || appSchemes.length === 0) return false;
  const scheme = APP_URL.exec(url)?.[1]?.toLowerCase();
  return scheme !== undefined && appSchemes.includes(scheme);
}

/** A page served over https cannot load it. */
export function isInsecure({ url }: AdUrl): boolean {
  return /^http:/i.test(url);
}
