import { perObject } from '../../lib/lookup.ts';
import { isObject } from '../../lib/schema-fault.ts';
import { meetsFormat } from '../openrtb/formats.ts';
import type { KnownFormat } from '../openrtb/known-formats.ts';
import type { NativeRequest } from '../openrtb/native-request.ts';
import { type NativeResponse, readMarkup } from '../openrtb/native-response.ts';
import { isSafeHttpUrl, NEVER_IN_URL } from '../openrtb/safe-url.ts';
import { VAST_TAGS_MAX } from '../openrtb/size-limits.ts';
import { Drop, LOSS } from './drop.ts';
import { fitNative } from './fit-native.ts';
import type { BidExtension, OpenImp, PartnerBid } from './partner.ts';

/** An ad that may be sold, and the declared format that it meets. */
export type SellableAd = {
  readonly native: NativeResponse;
  readonly format: KnownFormat | undefined;
};

/** Checks the ad of a bid: that it fits the native request, shows something, and harms nobody. */
export function checkCreative(
  { creative, ext }: PartnerBid,
  imp: OpenImp,
  appSchemes: readonly string[],
): SellableAd | Drop {
  if (creative.kind === 'composed') return checkKept(creative.native, imp, appSchemes);
  const badTracker = findBadTracker(ext, imp);
  if (badTracker !== undefined) return badTracker;
  const native = fitMarkup(creative.adm, imp);
  return native instanceof Drop ? native : checkNative(native, imp, appSchemes);
}

/** The verdict on an ad, and all that it depends on. */
type CheckedAd = {
  readonly verdict: SellableAd | Drop;
  readonly request: NativeRequest;
  readonly secure: number | undefined;
  readonly appSchemes: readonly string[];
  readonly acceptedFormats: readonly KnownFormat[] | undefined;
};

const lastChecked = new WeakMap<NativeResponse, CheckedAd>();

/** Partners of this process bid with the same ads again and again, mostly on impressions with the same terms. */
function checkKept(
  native: NativeResponse,
  imp: OpenImp,
  appSchemes: readonly string[],
): SellableAd | Drop {
  const { acceptedFormats } = imp;
  const { secure } = imp.imp;
  const last = lastChecked.get(native);
  if (
    last !== undefined &&
    last.request === imp.native &&
    last.secure === secure &&
    isSameList(last.appSchemes, appSchemes) &&
    isSameList(last.acceptedFormats, acceptedFormats)
  ) {
    return last.verdict;
  }
  const verdict = checkNative(native, imp, appSchemes);
  lastChecked.set(native, { verdict, request: imp.native, secure, appSchemes, acceptedFormats });
  return verdict;
}

function isSameList<T>(a: readonly T[] | undefined, b: readonly T[] | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function checkNative(
  native: NativeResponse,
  imp: OpenImp,
  appSchemes: readonly string[],
): SellableAd | Drop {
  const fault =
    findBlank(native) ??
    findBadText(native) ??
    findBadVideo(native) ??
    findBadUrl(native, imp, appSchemes);
  if (fault !== undefined) return fault;
  if (imp.acceptedFormats === undefined) return { native, format: undefined };
  const format = imp.acceptedFormats.find((accepted) => meetsFormat(native, imp.native, accepted));
  return format === undefined
    ? new Drop(LOSS.wrongFormat, 'the ad meets none of the declared formats')
    : { native, format };
}

function fitMarkup(adm: string, { native }: OpenImp): NativeResponse | Drop {
  if (adm === '') return new Drop(LOSS.missingMarkup, 'the bid has no markup');
  const answer = readMarkup(adm);
  if (typeof answer === 'string') return new Drop(LOSS.invalidAd, answer);
  return fitNative(native, answer);
}

/** Ruling 43. An ad whose assets the client fetches from elsewhere cannot be judged here. */
function findBlank({ assets = [], assetsurl, dcourl }: NativeResponse): Drop | undefined {
  if (assetsurl !== undefined || dcourl !== undefined) return undefined;
  const isShown = assets.some(
    ({ title, img, video, data }) =>
      img !== undefined ||
      video !== undefined ||
      (title !== undefined && title.text.trim() !== '') ||
      (data !== undefined && data.value.trim() !== ''),
  );
  return isShown
    ? undefined
    : new Drop(LOSS.assetMismatch, 'the ad fills no title, image, video or data asset');
}

/** Stands for bytes that were not UTF-8. */
const REPLACEMENT = '\ufffd';

function findBadText({ assets = [] }: NativeResponse): Drop | undefined {
  for (const { id, title, data } of assets) {
    if (isReadable(title?.text) && isReadable(data?.value) && isReadable(data?.label)) continue;
    const reason = `the text of asset ${id} is not valid Unicode`;
    return new Drop(LOSS.invalidAd, reason);
  }
  return undefined;
}

function isReadable(text: string | undefined): boolean {
  return text === undefined || (text.isWellFormed() && !text.includes(REPLACEMENT));
}

function findBadVideo({ assets = [] }: NativeResponse): Drop | undefined {
  for (const { id, video } of assets) {
    if (video === undefined || videoUrls(video) !== undefined) continue;
    const reason = `the VAST tag of asset ${id} has code in it, is no XML, or has more than ${VAST_TAGS_MAX} tags`;
    return new Drop(LOSS.invalidAd, reason);
  }
  return undefined;
}

const URL_LENGTH_SHOWN = 100;

function findBadUrl(
  native: NativeResponse,
  { imp: { secure } }: OpenImp,
  appSchemes: readonly string[],
): Drop | undefined {
  const bad = findAdUrl(
    native,
    (adUrl) => !isSafeAdUrl(adUrl, appSchemes) || (secure === 1 && isInsecure(adUrl)),
  );
  return bad === undefined ? undefined : badUrlDrop(bad, appSchemes);
}

/** Prebid.js loads those of `bid.ext` as it does those of the markup. */
function findBadTracker(
  ext: BidExtension | undefined,
  { imp: { secure } }: OpenImp,
): Drop | undefined {
  const trackers: unknown = ext?.eventtrackers;
  if (trackers === undefined) return undefined;
  for (const tracker of Array.isArray(trackers) ? trackers : [trackers]) {
    const given: unknown = isObject(tracker) ? tracker.url : undefined;
    const adUrl: AdUrl = { url: typeof given === 'string' ? given : '', use: 'loaded' };
    if (!isSafeAdUrl(adUrl, []) || (secure === 1 && isInsecure(adUrl)))
      return badUrlDrop(adUrl, []);
  }
  return undefined;
}

function badUrlDrop(bad: AdUrl, appSchemes: readonly string[]): Drop {
  const got = `but the ad has ${JSON.stringify(bad.url.slice(0, URL_LENGTH_SHOWN))}`;
  return isSafeAdUrl(bad, appSchemes)
    ? new Drop(LOSS.notSecure, `the impression requires https, ${got}${insecureHint(bad.url)}`)
    : new Drop(LOSS.invalidAd, `${expectedOf(bad)}, ${got}`);
}

function expectedOf({ url, use }: AdUrl): string {
  if (/^https?:/i.test(url)) {
    return 'expected a URL with a host and without a user, white space, quotes, angle brackets, backslashes and invisible characters';
  }
  return use === 'opened'
    ? 'expected links to be http, https or an app scheme of the publisher'
    : 'expected URLs that a client loads to be http or https';
}

/** On a laptop the http address is mostly this exchange's own, which its images and links have. */
function insecureHint(url: string): string {
  const host = URL.parse(url)?.hostname ?? '';
  return /^(localhost|127\.[\d.]+|\[::1\])$/.test(host)
    ? '; if that is this exchange, set listen.publicUrl to an https address, or send secure: 0 to try it without'
    : '';
}

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
function videoUrls(video: Video): readonly string[] | undefined {
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
