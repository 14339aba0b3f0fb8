import { isObject } from '../../lib/schema-fault.ts';
import { meetsFormat } from '../openrtb/formats.ts';
import type { KnownFormat } from '../openrtb/known-formats.ts';
import type { NativeRequest } from '../openrtb/native-request.ts';
import { type NativeResponse, readMarkup } from '../openrtb/native-response.ts';
import { VAST_TAGS_MAX } from '../openrtb/size-limits.ts';
import { type AdUrl, findAdUrl, isInsecure, isSafeAdUrl, videoUrls } from './ad-urls.ts';
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
  return a.length === b.length && a.every((one, i) => one === b[i]);
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
