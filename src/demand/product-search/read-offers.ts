import Type, { type Static } from 'typebox';
import type { HttpReply } from '../../core/auction/partner.ts';
import { list } from '../../core/openrtb/fields.ts';
import { VALUES_MAX } from '../../core/openrtb/size-limits.ts';
import { compileLater } from '../../lib/compile-later.ts';
import { parseJson } from '../../lib/json.ts';
import { preview } from '../../lib/preview.ts';
import { findFault, isObject } from '../../lib/schema-fault.ts';
import { withoutNulls } from '../../lib/without-nulls.ts';
import { type AdImage, mimeOf } from '../compose-native.ts';
import { primarySubtag } from '../request-language.ts';

/** A product that someone pays clicks for. */
export type Offer = {
  readonly id: string;
  /** Of its texts; undefined: the upstream does not say. */
  readonly language: string | undefined;
  readonly title: string;
  readonly description: string | undefined;
  readonly brand: string | undefined;
  /** Only with its size: an image of unknown size can answer no image asset. */
  readonly image: AdImage | undefined;
  readonly price: number;
  /** Of both prices. */
  readonly currency: string;
  /** Above `price`, or it says nothing. */
  readonly originalPrice: number | undefined;
  readonly merchant: { readonly name: string; readonly domain: string };
  readonly rating: number | undefined;
  readonly url: string;
  /** In USD, whatever the currency of the prices. */
  readonly cpc: number;
  /** Categories, for block lists (ruling 52). */
  readonly cat: readonly string[] | undefined;
  /** The taxonomy of `cat`, as OpenRTB numbers it; undefined: Content Taxonomy 1.0. */
  readonly cattax: number | undefined;
};

export type OffersRead = {
  readonly kind: 'offers';
  readonly offers: readonly Offer[];
  /** What was dropped, each with a sentence. */
  readonly notes: readonly string[];
};

/** How much of one answer is read; product services page by about twenty. */
export const ADS_READ_MAX = 50;

const SHORT_TEXT_CHARACTERS_MAX = 500;
const LONG_TEXT_CHARACTERS_MAX = 5000;
const LINK_CHARACTERS_MAX = 4096;
const PRICE_MAX = 10_000_000;
const RATING_MAX = 5;
const PIXELS_MAX = 10_000;
const CATEGORIES_MAX = 20;
const CATEGORY_CHARACTERS_MAX = 50;

/** Outside of these a price for a click is a mistake, in the unit or altogether. */
const CPC_MIN = 0.001;
const CPC_MAX = 1000;

function text(maxLength: number) {
  return Type.String({
    maxLength,
    pattern: '\\S',
    expects: `text of 1 to ${maxLength} characters`,
  });
}

function url(...protocols: readonly string[]) {
  const expects = `a URL that starts with ${protocols.map((name) => `${name}//`).join(' or ')}`;
  return Type.Refine(
    Type.String({ maxLength: LINK_CHARACTERS_MAX, expects }),
    (value) => protocols.includes(URL.parse(value)?.protocol ?? ''),
    () => expects,
  );
}

const Amount = Type.Number({ minimum: 0, maximum: PRICE_MAX });
const Currency = Type.String({
  pattern: '^[A-Z]{3}$',
  expects: 'a currency code of ISO 4217 like "USD"',
});
const Price = Type.Object({ amount: Amount, currency: Currency });
const Pixels = Type.Integer({ minimum: 1, maximum: PIXELS_MAX });

/** One item of `ads`, as the upstream contract has it; what is not declared is ignored. */
export const OfferSchema = Type.Object({
  id: text(SHORT_TEXT_CHARACTERS_MAX),
  language: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{1,8}){0,3}$',
      expects: 'a language code like "de"',
    }),
  ),
  title: text(SHORT_TEXT_CHARACTERS_MAX),
  description: Type.Optional(Type.String({ maxLength: LONG_TEXT_CHARACTERS_MAX })),
  brand: Type.Optional(Type.String({ maxLength: SHORT_TEXT_CHARACTERS_MAX })),
  imageUrl: Type.Optional(url('https:', 'http:')),
  imageWidth: Type.Optional(Pixels),
  imageHeight: Type.Optional(Pixels),
  price: Price,
  originalPrice: Type.Optional(
    Type.Union([Price, Amount], {
      expects: 'an object with amount and currency, or an amount in the currency of the price',
    }),
  ),
  merchant: Type.Object({
    name: text(SHORT_TEXT_CHARACTERS_MAX),
    domain: Type.String({
      pattern: '^[A-Za-z0-9.-]{1,253}$',
      expects: 'a domain, like "shop.example"',
    }),
  }),
  rating: Type.Optional(Type.Number({ minimum: 0, maximum: RATING_MAX })),
  url: url('https:'),
  cpc: Type.Number({ minimum: CPC_MIN, maximum: CPC_MAX }),
  cat: Type.Optional(list(text(CATEGORY_CHARACTERS_MAX), CATEGORIES_MAX)),
  cattax: Type.Optional(Type.Integer({ minimum: 1 })),
});

const compiled = compileLater(OfferSchema);

/** The offers of one answer. A bad item costs itself only; an answer without a list is malformed. */
export function readOffers({
  status,
  text: body,
}: HttpReply): OffersRead | { readonly kind: 'malformed'; readonly reason: string } {
  if (status !== 200) {
    return { kind: 'malformed', reason: `expected status 200, but got ${status}` };
  }
  const parsed = parseJson(body, VALUES_MAX.answer);
  if (parsed.kind === 'too-many-values') return { kind: 'malformed', reason: parsed.reason };
  if (parsed.kind === 'fault') {
    return { kind: 'malformed', reason: `the body is not valid JSON: ${parsed.reason}` };
  }
  const ads = isObject(parsed.value) ? parsed.value.ads : undefined;
  if (!Array.isArray(ads)) {
    return { kind: 'malformed', reason: `ads: expected an array, but got ${preview(ads)}` };
  }
  const offers: Offer[] = [];
  const notes: string[] = [];
  for (const [index, item] of ads.slice(0, ADS_READ_MAX).entries()) {
    const read = readAd(item, `ads[${index}]`);
    if (typeof read === 'string') notes.push(read);
    else offers.push(read);
  }
  return { kind: 'offers', offers, notes };
}

/** The offer, or a sentence that says why it is none. */
function readAd(item: unknown, path: string): Offer | string {
  if (compiled.Check(item)) return toOffer(item);
  const cleaned = withoutNulls(OfferSchema, item);
  if (compiled.Check(cleaned)) return toOffer(cleaned);
  const fault = findFault(OfferSchema, cleaned, path);
  return fault === undefined ? `${path}: not an offer` : `${fault.path}: ${fault.reason}`;
}

function toOffer(ad: Static<typeof OfferSchema>): Offer {
  const { id, title, description, brand, merchant, rating, url, cpc, cat, cattax } = ad;
  const { imageUrl, imageWidth, imageHeight, price, originalPrice } = ad;
  const original =
    typeof originalPrice === 'number' ? { ...price, amount: originalPrice } : originalPrice;
  const isReduced = original?.currency === price.currency && original.amount > price.amount;
  return {
    id,
    language: ad.language === undefined ? undefined : primarySubtag(ad.language),
    title,
    description,
    brand,
    image:
      imageUrl === undefined || imageWidth === undefined || imageHeight === undefined
        ? undefined
        : toAdImage({ url: imageUrl, w: imageWidth, h: imageHeight }),
    price: price.amount,
    currency: price.currency,
    originalPrice: isReduced ? original.amount : undefined,
    merchant: { name: merchant.name, domain: merchant.domain.toLowerCase() },
    rating,
    url,
    cpc,
    cat,
    cattax,
  };
}

/** The contract gives no media type; the path's ending usually tells, and a publisher may restrict it. */
function toAdImage(image: AdImage): AdImage {
  const mime = mimeOf(image.url);
  return mime === undefined ? image : { ...image, mime };
}
