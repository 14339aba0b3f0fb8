import { perObject } from '../../lib/lookup.ts';
import type { NativeResponse } from '../openrtb/native-response.ts';
import { isSafeHttpUrl, NEVER_IN_URL } from '../openrtb/safe-url.ts';
import { VAST_TAGS_MAX } from '../openrtb/size-limits.ts';

/** Scripts and HTML; and declarations and numeric references, by which a tag could mean something else than it says. */
const CODE =
  /(?:<|&lt;)\s*script|HTMLResource|<!(?!\[CDATA\[|--)|&#|["'](?:application|text)\/(?:x-)?(?:java|ecma)script/i;
const SCRIPT_URL = /^(?:javascript|vbscript|data)\s*:/i;
/** As the inside of a tag has it. Players load nothing from attributes; a script has no place there either. */
const SCRIPT_ATTRIBUTE = /(?:^|["'])\s*(?:javascript|vbscript|data)\s*:/i;
const SCRIPT_ANYWHERE = /(?:javascript|vbscript|data)\s*:/i;
const LIKE_URL = /^(?:[a-z][a-z0-9+.-]*:(?!\s)|\/\/)/i;
/** XML has no control characters but these three, which clients remove from URLs. */
const CONTROL = /[^\P{Cc}\t\n\r]/u;

type Video = { readonly vasttag: string };

/** The same for a video, whose tag is read once however often it is asked for (ruling 72). */
export function videoUrls(video: Video): readonly string[] | undefined {
  return readVideo(video).urls;
}

const readVideo = perObject(({ vasttag }: Video) => ({ urls: vastUrls(vasttag) }));

/**
 * The URLs that a player loads or opens for a native video: the tag itself where it is a URL, or those in the
 * elements of its XML. Undefined for a tag that has code in it, that cannot be read or that is too long.
 */
export function vastUrls(vasttag: string): readonly string[] | undefined {
  const tag = vasttag.trim();
  if (!tag.startsWith('<')) return [tag];
  if (CODE.test(tag) || CONTROL.test(tag)) return undefined;
  const mayHaveScript = SCRIPT_ANYWHERE.test(tag);
  const urls: string[] = [];
  // The text of an element may be in several pieces, which clients read as one.
  let text = '';
  let at = 0;
  for (let count = 0; count <= VAST_TAGS_MAX; count++) {
    const start = tag.indexOf('<', at);
    if (start === -1) return (text + tag.slice(at)).trim() === '' ? urls : undefined;
    if (start > at) text += unescaped(tag.slice(at, start));
    const kind = kindAt(tag, start);
    const end = tag.indexOf(kind.end, start + kind.start.length);
    if (end === -1) return undefined;
    at = end + kind.end.length;
    if (kind === CDATA) text += tag.slice(start + kind.start.length, end);
    if (kind !== TAG) continue;
    if (mayHaveScript && SCRIPT_ATTRIBUTE.test(tag.slice(start + 1, end))) return undefined;
    if (text === '') continue;
    const value = text.replace(/[\t\n\r]/g, '').trim();
    if (SCRIPT_URL.test(value) || LIKE_URL.test(value)) urls.push(value);
    text = '';
  }
  return undefined;
}

const TAG = { start: '<', end: '>' };
const COMMENT = { start: '<!--', end: '-->' };
const CDATA = { start: '<![CDATA[', end: ']]>' };

function kindAt(tag: string, at: number): typeof TAG {
  if (tag[at + 1] !== '!') return TAG;
  if (tag.startsWith(COMMENT.start, at)) return COMMENT;
  return tag.startsWith(CDATA.start, at) ? CDATA : TAG;
}

const CHARACTERS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
};

function unescaped(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:amp|lt|gt|quot|apos);/g, (entity) => CHARACTERS[entity] ?? entity);
}

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
