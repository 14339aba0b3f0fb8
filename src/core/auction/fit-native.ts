import { perObject } from '../../lib/lookup.ts';
import { clip, isLonger } from '../../lib/text.ts';
import type { NativeAsset, NativeRequest } from '../openrtb/native-request.ts';
import type { NativeResponse, NativeResponseAsset } from '../openrtb/native-response.ts';
import { Drop, LOSS } from './drop.ts';

/**
 * Makes the ad fit the native request, or drops it. Some faults are repaired: a description that is too
 * long is cut, and a tracker that the request does not offer is removed. Any other fault drops the bid.
 */
export function fitNative(request: NativeRequest, answer: NativeResponse): NativeResponse | Drop {
  const kept = withoutUnoffered(request, answer);
  // The publisher's client supports fetching these assets itself, so they cannot be checked here.
  if (kept.assetsurl !== undefined || kept.dcourl !== undefined) return kept;
  const assets = fitAssets(request, answer.assets ?? []);
  if (assets instanceof Drop) return assets;
  return assets === answer.assets ? kept : { ...kept, assets };
}

/** Most ads have nothing of what a request may not offer, and are not copied. */
function withoutUnoffered(request: NativeRequest, answer: NativeResponse): NativeResponse {
  const { assetsurl, dcourl, privacy, jstracker, eventtrackers } = answer;
  const isUsual = (assetsurl ?? dcourl ?? privacy ?? jstracker ?? eventtrackers) === undefined;
  return isUsual ? answer : offeredOnly(request, answer);
}

function offeredOnly(
  request: NativeRequest,
  { assetsurl, dcourl, privacy, jstracker, eventtrackers, ...rest }: NativeResponse,
): NativeResponse {
  const trackers = eventtrackers?.filter((tracker) => isOffered(request, tracker));
  return {
    ...rest,
    ...(assetsurl !== undefined && request.aurlsupport === 1 ? { assetsurl } : {}),
    ...(dcourl !== undefined && request.durlsupport === 1 ? { dcourl } : {}),
    ...(privacy !== undefined && request.privacy === 1 ? { privacy } : {}),
    ...(jstracker !== undefined && takesJstracker(request) ? { jstracker } : {}),
    ...(trackers !== undefined && trackers.length > 0 ? { eventtrackers: trackers } : {}),
  };
}

const IMPRESSION_BY_SCRIPT = { event: 1, method: 2 };

/** A client without `eventtrackers`, like one of Native 1.1, reports impressions by `jstracker`. */
function takesJstracker(request: NativeRequest): boolean {
  return (request.eventtrackers ?? []).length === 0 || isOffered(request, IMPRESSION_BY_SCRIPT);
}

function isOffered(
  request: NativeRequest,
  { event, method }: { readonly event: number; readonly method: number },
): boolean {
  return offeredMethods(request).get(event)?.has(method) ?? false;
}

/** The tracking methods that the request offers, by event. */
const offeredMethods = perObject(({ eventtrackers = [] }: NativeRequest) => {
  const offered = new Map<number, Set<number>>();
  for (const { event, methods } of eventtrackers) {
    const known = offered.get(event) ?? new Set();
    for (const method of methods) known.add(method);
    offered.set(event, known);
  }
  return offered;
});

/** Where each asset stands in the request, by its id. */
const assetPositions = perObject(
  ({ assets }: NativeRequest) => new Map(assets.map(({ id }, position) => [id, position])),
);

const NOWHERE = -1;

function fitAssets(
  request: NativeRequest,
  answers: readonly NativeResponseAsset[],
): readonly NativeResponseAsset[] | Drop {
  const positions = assetPositions(request);
  /** Undefined while all are as they came. */
  let fitted: NativeResponseAsset[] | undefined;
  /** By the position of the asset in the request. */
  const isAnswered: boolean[] = [];
  for (let i = 0; i < answers.length; i++) {
    const answer = answers[i] as NativeResponseAsset; // The index is below the length.
    const position = positions.get(answer.id) ?? NOWHERE;
    const asked = request.assets[position];
    if (asked === undefined) return wrongFormat(`asset ${answer.id} was not asked for`);
    if (isAnswered[position]) return wrongFormat(`asset ${answer.id} is answered twice`);
    const fit = fitAsset(asked, answer);
    if (fit instanceof Drop) return fit;
    isAnswered[position] = true;
    if (fit !== answer) fitted ??= answers.slice(0, i);
    fitted?.push(fit);
  }
  const missing = request.assets.find(
    ({ required }, position) => required === 1 && !isAnswered[position],
  );
  return missing === undefined
    ? (fitted ?? answers)
    : wrongFormat(`required asset ${missing.id} is missing`);
}

function fitAsset(asked: NativeAsset, answer: NativeResponseAsset): NativeResponseAsset | Drop {
  if (asked.title !== undefined) return fitTitle(asked, asked.title.len, answer);
  if (asked.img !== undefined) return fitImage(asked.img, answer);
  if (asked.data !== undefined) return fitData(asked, asked.data, answer);
  return answer.video === undefined ? wrongKind(answer, 'a video') : answer;
}

function fitTitle(
  asked: NativeAsset,
  len: number,
  answer: NativeResponseAsset,
): NativeResponseAsset | Drop {
  const text = answer.title?.text;
  if (text === undefined) return wrongKind(answer, 'a title');
  if (asked.required === 1 && text === '')
    return wrongFormat(`required asset ${answer.id} is empty`);
  return isLonger(text, len)
    ? wrongFormat(`the title of asset ${answer.id} is longer than ${len} characters`)
    : answer;
}

const DESCRIPTION = 2;

function fitData(
  asked: NativeAsset,
  { type, len }: NonNullable<NativeAsset['data']>,
  answer: NativeResponseAsset,
): NativeResponseAsset | Drop {
  const { data } = answer;
  if (data === undefined) return wrongKind(answer, 'data');
  if (data.type !== undefined && data.type !== type) {
    return wrongFormat(`asset ${answer.id} has data type ${data.type} where ${type} was asked for`);
  }
  if (asked.required === 1 && data.value === '') {
    return wrongFormat(`required asset ${answer.id} is empty`);
  }
  if (len === undefined || !isLonger(data.value, len)) return answer;
  return type === DESCRIPTION
    ? { ...answer, data: { ...data, value: clip(data.value, len) } }
    : wrongFormat(`the data of asset ${answer.id} is longer than ${len} characters`);
}

function fitImage(
  { type, w, h, wmin, hmin }: NonNullable<NativeAsset['img']>,
  answer: NativeResponseAsset,
): NativeResponseAsset | Drop {
  const { img } = answer;
  if (img === undefined) return wrongKind(answer, 'an image');
  if (img.type !== undefined && type !== undefined && img.type !== type) {
    return wrongFormat(`asset ${answer.id} has image type ${img.type} where ${type} was asked for`);
  }
  const isFit = fitsSide(img.w, w, wmin) && fitsSide(img.h, h, hmin);
  return isFit
    ? answer
    : new Drop(
        LOSS.sizeNotAllowed,
        `the image of asset ${answer.id} is ${img.w}×${img.h}, which is not a size that the request allows`,
      );
}

/** `w` or `h` without a minimum is an exact size. An answer without a size passes. */
function fitsSide(
  side: number | undefined,
  exact: number | undefined,
  min: number | undefined,
): boolean {
  if (side === undefined) return true;
  if (min !== undefined) return side >= min;
  return exact === undefined || side === exact;
}

function wrongKind(answer: NativeResponseAsset, wanted: string): Drop {
  return wrongFormat(`asset ${answer.id} is not ${wanted}, which the request asks for`);
}

function wrongFormat(reason: string): Drop {
  return new Drop(LOSS.assetMismatch, reason);
}
