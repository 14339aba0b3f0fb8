import { isLonger } from '../../lib/text.ts';
import type { NativeRequest } from '../../openrtb/native-request.ts';
import type { NativeResponse } from '../../openrtb/native-response.ts';
import { type AdImage, type AdParts, composeNative, mimeOf } from '../compose-native.ts';
import { rememberPerNative } from '../per-native.ts';
import type { Offer } from './read-offers.ts';

/** Native 1.2 data types. */
const SPONSORED = 1;
const DESCRIPTION = 2;
const RATING = 3;
const PRICE = 6;
const SALE_PRICE = 7;
const DISPLAY_URL = 11;
const CALL_TO_ACTION = 12;

const CALLS_TO_ACTION = ['Shop now', 'Shop', 'Buy'] as const;

/** Undefined where a required asset cannot be filled. Made once: offers stay in the cache for many requests. */
export const composeOffer = rememberPerNative(
  (native: NativeRequest, offer: Offer): NativeResponse | undefined =>
    composeNative(native, partsOf(native, offer)),
);

function partsOf(native: NativeRequest, offer: Offer): AdParts {
  const { title, url, image, merchant, rating, price, originalPrice } = offer;
  return {
    title,
    link: url,
    images: image === undefined ? [] : [toAdImage(image)],
    icons: [],
    data: {
      [SPONSORED]: firstThatFits(native, SPONSORED, [offer.brand, merchant.name]),
      [DESCRIPTION]: offer.description,
      [RATING]: rating === undefined ? undefined : String(Math.round(rating * 10) / 10),
      [PRICE]: dollars.format(originalPrice ?? price),
      [SALE_PRICE]: originalPrice === undefined ? undefined : dollars.format(price),
      [DISPLAY_URL]: merchant.domain,
      [CALL_TO_ACTION]: firstThatFits(native, CALL_TO_ACTION, CALLS_TO_ACTION),
    },
  };
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** These texts are never cut short, so the first that is short enough for every such asset is used. */
function firstThatFits(
  { assets }: NativeRequest,
  type: number,
  candidates: readonly (string | undefined)[],
): string | undefined {
  const lengthMax = Math.min(
    ...assets.map(({ data }) =>
      data?.type === type ? (data.len ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY,
    ),
  );
  return candidates.find(
    (text) => text !== undefined && text.trim() !== '' && !isLonger(text, lengthMax),
  );
}

/** The contract gives no media type; the path's ending usually tells, and a publisher may restrict it. */
function toAdImage(image: NonNullable<Offer['image']>): AdImage {
  const mime = mimeOf(image.url);
  return mime === undefined ? image : { ...image, mime };
}
