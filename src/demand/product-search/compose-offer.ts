import type { NativeRequest } from '../../core/openrtb/native-request.ts';
import type { NativeResponse } from '../../core/openrtb/native-response.ts';
import { isLonger } from '../../lib/text.ts';
import { composeNative, rememberPerNative } from '../compose-native.ts';
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
  (native: NativeRequest, offer: Offer): NativeResponse | undefined => {
    const { title, url, image } = offer;
    const parts = { title, link: url, images: image === undefined ? [] : [image], icons: [] };
    return composeNative(native, parts, (type) => textOf(offer, type, native));
  },
);

/** Only what is asked for is made: to write a price costs more than all else. */
function textOf(offer: Offer, type: number, native: NativeRequest): string | undefined {
  const { merchant, rating, price, originalPrice, language = '' } = offer;
  switch (type) {
    case SPONSORED:
      return firstThatFits(native, type, [offer.brand, merchant.name]);
    case DESCRIPTION:
      return offer.description;
    case RATING:
      return rating === undefined ? undefined : String(Math.round(rating * 10) / 10);
    case PRICE:
      return moneyFormat(offer).format(originalPrice ?? price);
    case SALE_PRICE:
      return originalPrice === undefined ? undefined : moneyFormat(offer).format(price);
    case DISPLAY_URL:
      return merchant.domain;
    case CALL_TO_ACTION:
      return firstThatFits(native, type, TRANSLATED_CALLS[language] ?? CALLS_TO_ACTION);
    default:
      return undefined;
  }
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
  let lengthMax = Number.POSITIVE_INFINITY;
  for (const { data } of assets) {
    if (data?.type === type && data.len !== undefined) lengthMax = Math.min(lengthMax, data.len);
  }
  return candidates.find(
    (text) => text !== undefined && text.trim() !== '' && !isLonger(text, lengthMax),
  );
}
