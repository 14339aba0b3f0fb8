import type { OpenImp } from '../../core/auction/partner.ts';
import { meetsFormat } from '../../core/openrtb/formats.ts';
import type { NativeAsset, NativeRequest } from '../../core/openrtb/native-request.ts';
import type { NativeResponse } from '../../core/openrtb/native-response.ts';
import { composeNative, rememberPerNative } from '../compose-native.ts';
import type { AdCreative, CampaignAd, CreativeParts } from './ads.ts';
import type { Ranked } from './campaign-index.ts';

export type AdChoice = {
  readonly creative: AdCreative;
  readonly native: NativeResponse;
  readonly ad: CampaignAd;
  readonly ranked: Ranked;
};

/** Why none fits, from the least to the most telling: the assets, nothing but the formats. */
const MISFITS = ['asset-mismatch', 'no-format-match'] as const;

export type Misfit = (typeof MISFITS)[number];

const composed = (native: NativeRequest, parts: CreativeParts) =>
  composeNative(native, parts, (type) => parts.data[type]);

const composeOnce = rememberPerNative(composed);

/**
 * Of the creatives that answer the native request and, where formats are declared, meet one: the preferred one, or the
 * first. One that is not preferred to what was found is not composed.
 */
export function fitCreative(
  ad: CampaignAd,
  ranked: Ranked,
  imp: OpenImp,
  preference: Preference | undefined,
): AdChoice | Misfit {
  let misfit: Misfit = 'asset-mismatch';
  let found: AdChoice | undefined;
  let most = Number.NEGATIVE_INFINITY;
  for (const creative of ad.creatives) {
    const preferred = preference === undefined ? 0 : preference(creative, imp);
    if (found !== undefined && preferred <= most) continue;
    const native = composeOnce(imp.native, creative.parts);
    if (native === undefined) continue;
    if (meetsOne(native, creative, imp)) {
      found = { creative, native, ad, ranked };
      if (preference === undefined) return found;
      most = preferred;
    } else misfit = 'no-format-match';
  }
  return found ?? misfit;
}

export function tellingMisfit(a: Misfit | undefined, b: Misfit | undefined): Misfit | undefined {
  return MISFITS.findLast((misfit) => misfit === a || misfit === b);
}

/** A creative that names the formats it is made for is shown in no other. */
function meetsOne(
  native: NativeResponse,
  { formats }: AdCreative,
  { native: request, acceptedFormats }: OpenImp,
): boolean {
  if (acceptedFormats === undefined) return true;
  for (const accepted of acceptedFormats) {
    const isMeant = formats === undefined || formats.includes(accepted.id);
    if (isMeant && meetsFormat(native, request, accepted)) return true;
  }
  return false;
}

/** Is told of each campaign that ran on a request and had no creative for an impression. */
export type OnMisfit = (campaign: string, publisher: string, missing: string) => void;

/** What a campaign would have needed for this impression, in words. */
export function missingFor(
  misfit: Misfit,
  creatives: readonly AdCreative[],
  { native, acceptedFormats = [] }: OpenImp,
): string {
  if (misfit === 'no-format-match') {
    return `one of the formats ${acceptedFormats.map(({ id }) => id).join(', ')}`;
  }
  const [first] = creatives;
  return first === undefined ? 'a creative' : missingAsset(native, first.parts);
}

const missingAsset = rememberPerNative((native: NativeRequest, parts: CreativeParts): string => {
  const missing = native.assets.find(
    (asset) =>
      asset.required === 1 && composed({ ...native, assets: [asset] }, parts) === undefined,
  );
  return missing === undefined ? 'other assets' : assetWords(missing);
});

/** By Native 1.2 data type. */
const DATA_WORDS: Readonly<Record<number, string>> = {
  1: 'a sponsor',
  2: 'a description',
  3: 'a rating',
  4: 'a number of likes',
  5: 'a number of downloads',
  6: 'a price',
  7: 'a sale price',
  8: 'a phone number',
  9: 'an address',
  10: 'a second description',
  11: 'a display URL',
  12: 'a call to action',
};

const IMAGE_WORDS: Readonly<Record<number, string>> = { 1: 'an icon', 3: 'a main image' };

function assetWords({ img, data, video }: NativeAsset): string {
  if (img !== undefined) {
    const { type, w, h, wmin, hmin, mimes } = img;
    const least = wmin === undefined && hmin === undefined ? '' : ' at least';
    const [wide, high] = [wmin ?? w, hmin ?? h];
    const size =
      wide === undefined && high === undefined
        ? ''
        : ` of${least} ${wide ?? 'any'}×${high ?? 'any'}`;
    const kinds = mimes === undefined || mimes.length === 0 ? '' : ` (${mimes.join(', ')})`;
    return `${IMAGE_WORDS[type ?? 0] ?? 'an image'}${size}${kinds}`;
  }
  if (data !== undefined) {
    const length = data.len === undefined ? '' : ` of at most ${data.len} characters`;
    return `${DATA_WORDS[data.type] ?? 'a text'}${length}`;
  }
  return video === undefined ? 'a title' : 'a video';
}

const WEIGHT_DEFAULT = 1;

/** How much a creative is wanted for one impression, of those that fit. Among equals the first in the campaign wins. */
export type Preference = (creative: AdCreative, imp: OpenImp) => number;

/** undefined: the first that fits. */
export function preferenceOf(
  ad: CampaignAd,
  chance: () => number,
  /** What an impression of a creative is expected to bring. */
  promiseOf: Preference,
): Preference | undefined {
  const { rotation, creatives } = ad;
  if (rotation === undefined || creatives.length === 1) return undefined;
  switch (rotation) {
    case 'even':
      return chance;
    case 'weighted':
      // The largest of such draws is each creative's with the probability of its weight, also where only some of them
      // fit (Efraimidis and Spirakis, 2006): so none has to be composed that is not shown.
      return ({ weight = WEIGHT_DEFAULT }) => chance() ** (1 / weight);
    case 'best':
      return promiseOf;
  }
}
