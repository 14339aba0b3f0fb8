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

/** The longest first. */
const CALLS_TO_ACTION = ['Shop now', 'Shop', 'Buy'] as const;

/** The same in the language of the offer. */
const TRANSLATED_CALLS: Readonly<Record<string, readonly string[]>> = {
  de: ['Jetzt ansehen', 'Ansehen', 'Zum Shop', 'Kaufen'],
  fr: ['Voir l’offre', 'Acheter', 'Voir'],
  es: ['Ver la oferta', 'Comprar', 'Ver'],
  it: ['Vedi l’offerta', 'Acquista', 'Vedi'],
  pt: ['Ver a oferta', 'Comprar', 'Ver'],
  nl: ['Bekijk nu', 'Bekijk', 'Koop'],
};

/** Undefined where a required asset cannot be filled. Made once: offers stay in the cache for many requests. */
export const composeOffer = rememberPerNative(
  (native: NativeRequest, offer: Offer): NativeResponse | undefined =>
    composeNative(native, partsOf(native, offer)),
);

function partsOf(native: NativeRequest, offer: Offer): AdParts {
  const { title, url, image, merchant, rating, price, originalPrice, language = '' } = offer;
  const money = moneyFormat(offer);
  return {
    title,
    link: url,
    images: image === undefined ? [] : [toAdImage(image)],
    icons: [],
    data: {
      [SPONSORED]: firstThatFits(native, SPONSORED, [offer.brand, merchant.name]),
      [DESCRIPTION]: offer.description,
      [RATING]: rating === undefined ? undefined : String(Math.round(rating * 10) / 10),
      [PRICE]: money.format(originalPrice ?? price),
      [SALE_PRICE]: originalPrice === undefined ? undefined : money.format(price),
      [DISPLAY_URL]: merchant.domain,
      [CALL_TO_ACTION]: firstThatFits(
        native,
        CALL_TO_ACTION,
        TRANSLATED_CALLS[language] ?? CALLS_TO_ACTION,
      ),
    },
  };
}

const MONEY_FORMATS_MAX = 100;
const moneyFormats = new Map<string, Intl.NumberFormat>();

/** A price as people of the offer's language write it. Making a format costs more than all else here, so they are kept. */
function moneyFormat({ language = 'en', currency }: Offer): Intl.NumberFormat {
  const key = `${language} ${currency}`;
  const known = moneyFormats.get(key);
  if (known !== undefined) return known;
  if (moneyFormats.size >= MONEY_FORMATS_MAX) moneyFormats.clear();
  // Where a language does not say which country's habits are meant, those that the catalogue is written for.
  const locale = { en: 'en-US', pt: 'pt-PT' }[language] ?? language;
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
  moneyFormats.set(key, format);
  return format;
}

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
