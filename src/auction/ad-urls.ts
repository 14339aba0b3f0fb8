import type { NativeResponse } from '../openrtb/native-response.ts';

/** A URL of an ad. A person opens a link; a client loads every other URL by itself. */
export type AdUrl = { readonly url: string; readonly isLink: boolean };

/** Every URL of an ad that a client opens or loads. */
export function adUrlsOf(native: NativeResponse): readonly AdUrl[] {
  const { assets = [], link, imptrackers = [], eventtrackers = [] } = native;
  const urls: AdUrl[] = [];
  const addLoaded = (url: string | undefined) => {
    if (url !== undefined) urls.push({ url, isLink: false });
  };
  const addLink = (one: NativeResponse['link'] | undefined) => {
    if (one === undefined) return;
    urls.push({ url: one.url, isLink: true });
    if (one.fallback !== undefined) urls.push({ url: one.fallback, isLink: true });
    one.clicktrackers?.forEach(addLoaded);
  };
  addLink(link);
  for (const { img, link: assetLink } of assets) {
    addLoaded(img?.url);
    addLink(assetLink);
  }
  imptrackers.forEach(addLoaded);
  for (const { url } of eventtrackers) addLoaded(url);
  addLoaded(native.assetsurl);
  addLoaded(native.dcourl);
  if (native.privacy !== undefined) urls.push({ url: native.privacy, isLink: true });
  return urls;
}

/** A host, and no control characters: clients remove some of them, and so read another URL than we do. */
const HTTP_URL = /^https?:\/\/[^\s\p{Cc}/?#\\][^\p{Cc}]*$/iu;
const APP_URL = /^([a-z][a-z0-9+.-]*):[^\p{Cc}]+$/iu;

/** Whether an ad may have the URL: http or https, or in a link a scheme that the publisher lists. */
export function isSafeAdUrl({ url, isLink }: AdUrl, appSchemes: readonly string[]): boolean {
  if (!url.isWellFormed()) return false;
  if (HTTP_URL.test(url)) return true;
  if (!isLink || appSchemes.length === 0) return false;
  const scheme = APP_URL.exec(url)?.[1]?.toLowerCase();
  return scheme !== undefined && appSchemes.includes(scheme);
}

/** A page served over https cannot load it. */
export function isInsecure({ url }: AdUrl): boolean {
  return /^http:/i.test(url);
}
