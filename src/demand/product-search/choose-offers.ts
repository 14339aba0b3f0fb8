import { FIT_MIN, fitWords, type KnownFit, NAMING_FACTORS } from '../../core/auction/judge-fit.ts';
import type {
  OpenImp,
  PartnerBid,
  Passed,
  Rejection,
  Solicitation,
} from '../../core/auction/partner.ts';
import type { NativeResponse } from '../../core/openrtb/native-response.ts';
import type { ValidRequest } from '../../core/openrtb/validate.ts';
import type { About } from '../../language/lexicon/about.ts';
import { fitOf, type Profile } from '../../language/lexicon/fit.ts';
import { perObject } from '../../lib/lookup.ts';
import { toMicros } from '../../lib/money.ts';
import type { Writable } from '../../lib/readonly.ts';
import { profileOfAd } from '../about-ad.ts';
import { aboutRequest } from '../about-request.ts';
import { siteOfOffer } from '../asked-rates.ts';
import type { RateBook, Site } from '../rate-book.ts';
import { languageOf, NO_LANGUAGE_STATED } from '../request-language.ts';
import { composeOffer } from './compose-offer.ts';
import { namingOf } from './named-thing.ts';
import type { Offer } from './read-offers.ts';

export type OfferBidder = { readonly seat: string; readonly clickRateOf: OfferRateOf };

/** The choice for one request. */
type Choosing = Pick<Solicitation, 'request' | 'auction'> &
  OfferBidder & {
    /** Of the conversation, or that the request does not state it. */
    readonly language: string;
    readonly bids: PartnerBid[];
  };

/** Ruling 44: for each impression the upstream's first offer that passes every rule, and no product twice. */
export function chooseOffers(
  /** For each impression what was found, in the upstream's order. */
  found: readonly ({ readonly offers: readonly Offer[] } | undefined)[],
  { request, imps, auction }: Solicitation,
  { seat, clickRateOf }: OfferBidder,
): { readonly bids: readonly PartnerBid[]; readonly passed: readonly Passed[] } {
  const bids: PartnerBid[] = [];
  const passed: Passed[] = [];
  const choosing = { request, auction, seat, clickRateOf, language: languageOf(request), bids };
  for (let at = 0; at < imps.length; at++) {
    const open = imps[at] as OpenImp; // at < length
    const before = passed.length;
    for (const offer of found[at]?.offers ?? NO_OFFERS) {
      const bid = tryOffer(offer, open, choosing);
      if (!('slug' in bid)) {
        bids.push(bid);
        break;
      }
      const isLong = passed.length - before >= PASSED_LISTED_MAX;
      if (!isLong || !isListed(passed, before, bid.slug)) {
        passed.push(passedOf(open.imp.id, offer, bid));
      }
    }
  }
  return { bids, passed };
}

const NO_OFFERS: readonly Offer[] = [];

/** Among those from a position on. */
function isListed(passed: readonly Passed[], from: number, reason: Passed['reason']): boolean {
  for (let at = from; at < passed.length; at++) if (passed[at]?.reason === reason) return true;
  return false;
}

const USED: Rejection = {
  slug: 'no-demand',
  reason: 'another impression of the request has the same product',
};

const UNFILLED: Rejection = {
  slug: 'asset-mismatch',
  reason: 'the offer cannot fill an asset that is required',
};

/** It is put into words only where it is listed. */
type OffTopicOffer = { readonly slug: 'off-topic'; readonly fit: KnownFit };

/** A bid with this offer, or why it cannot win. */
function tryOffer(
  offer: Offer,
  open: OpenImp,
  choosing: Choosing,
): PartnerBid | Rejection | OffTopicOffer {
  const { auction } = choosing;
  for (const { crid } of choosing.bids) if (crid === offer.id) return USED;
  const unsuitable = outsideBounds(open, offer) ?? inAnotherLanguage(offer, choosing);
  if (unsuitable !== undefined) return unsuitable;
  const native = composeOffer(open.native, offer);
  if (native === undefined) return UNFILLED;
  const bid = bidWith(offer, native, open, choosing);
  const rejected = auction.rejectionOf(bid, auction);
  if (rejected !== undefined) return rejected;
  const fit = fitOfOffer(offer, choosing);
  if (fit === undefined) return bid;
  if (fit.score < FIT_MIN) return { slug: 'off-topic', fit };
  bid.fit = fit;
  return bid;
}

/** Ruling 35: the exact bounds again, since rounding moved those that went upstream. */
function outsideBounds({ priceFilter = {} }: OpenImp, { price }: Offer): Rejection | undefined {
  const { min = 0, max = Number.POSITIVE_INFINITY } = priceFilter;
  if (price >= min && price <= max) return undefined;
  const bound = price < min ? `below min_price ${min}` : `above max_price ${max}`;
  return { slug: 'no-demand', reason: `its price of ${price} is ${bound}` };
}

/** Ruling 75: an offer that is plainly about something else, or another thing than the one looked for, gives way to the next. */
function fitOfOffer(offer: Offer, { request, language }: Choosing): KnownFit | undefined {
  const about = aboutRequest(request);
  if (about === undefined) return undefined;
  const naming = namingOf(offer, request.keywords, language);
  const whole = fitWith(profileOfOffer(offer), about, NAMING_FACTORS[naming]);
  if (naming !== 'the thing' || whole === undefined || whole.score >= FIT_MIN) return whole;
  // Where the title names the thing, a broad category does not matter: "Sewing Machine" among appliances.
  const named = fitWith(profileOfTitle(offer), about, 1);
  return named !== undefined && named.score > whole.score ? named : whole;
}

function fitWith(profile: Profile, conversation: About, factor: number): KnownFit | undefined {
  const fit = fitOf(conversation, profile);
  return fit === undefined ? undefined : { score: factor * fit, profile, conversation };
}

/** Kept for as long as the offer is. */
const profileOfOffer = perObject(({ title, description = '', cat = [], language }: Offer) =>
  profileOfAd({
    categories: cat,
    title,
    text: description,
    keywords: [],
    topics: [],
    languages: language === undefined ? [] : [language],
  }),
);

const profileOfTitle = perObject(({ title, language }: Offer) =>
  profileOfAd({
    categories: [],
    title,
    text: '',
    keywords: [],
    topics: [],
    languages: language === undefined ? [] : [language],
  }),
);

/** Only where both are stated: the upstream is not told the language of the conversation. */
function inAnotherLanguage(
  { language: own }: Offer,
  { language }: Choosing,
): Rejection | undefined {
  if (own === undefined || language === NO_LANGUAGE_STATED || own === language) return undefined;
  return { slug: 'no-demand', reason: `it is in ${own}, and the conversation in ${language}` };
}

const IMPRESSIONS_PER_CPM = 1000;
const MTYPE_NATIVE = 4;

function bidWith(
  offer: Offer,
  native: NativeResponse,
  open: OpenImp,
  { seat, request, clickRateOf }: Choosing,
): Writable<PartnerBid> {
  const { imp } = open;
  const clickRate = clickRateOf(offer, native, open, request);
  const bid: Writable<PartnerBid> = {
    id: `${request.wire.id}-${imp.id}`,
    impid: imp.id,
    priceMicros: toMicros(offer.cpc * clickRate * IMPRESSIONS_PER_CPM),
    currency: 'USD',
    seat,
    creative: { kind: 'composed', native },
    adomain: [offer.merchant.domain],
    crid: offer.id,
    mtype: MTYPE_NATIVE,
  };
  if (offer.language !== undefined) bid.language = offer.language;
  if (offer.cat !== undefined) bid.cat = offer.cat;
  if (offer.cattax !== undefined) bid.cattax = offer.cattax;
  return bid;
}

/** Of one impression. An offer beyond it is still listed where its reason is not in the list yet. */
const PASSED_LISTED_MAX = 5;

const TITLE_CHARACTERS_MAX = 80;

function passedOf(
  impid: string,
  { id, title }: Offer,
  rejection: Rejection | OffTopicOffer,
): Passed {
  const fault = 'fit' in rejection ? fitWords(rejection.fit) : rejection.reason;
  const offer = { id, title: title.slice(0, TITLE_CHARACTERS_MAX), fault };
  return { impid, reason: rejection.slug, offer };
}

/** The clicks that an impression of an offer is expected to bring. */
type OfferRateOf = (
  offer: Offer,
  native: NativeResponse,
  imp: OpenImp,
  request: ValidRequest,
) => number;

/** Rates that are kept until the book changes; then, and when they are too many, all are looked up anew. */
const KEPT_RATES_MAX = 10_000;

/** Of one partner. The order of offers is the upstream's, so that there is nothing to explore between them. */
export function createOfferRates(book: RateBook, partner: string, clickRate: number): OfferRateOf {
  /** By site and offer. */
  const kept = new Map<Site, Map<string, number>>();
  let keptCount = 0;
  let keptVersion = book.version();

  function rateOf(offer: string, site: Site): number {
    if (keptVersion !== book.version() || keptCount >= KEPT_RATES_MAX) {
      kept.clear();
      keptCount = 0;
      keptVersion = book.version();
    }
    const ofSite = kept.get(site) ?? new Map<string, number>();
    const known = ofSite.get(offer);
    if (known !== undefined) return known;
    const { rate } = book.offer(partner, offer, site, clickRate);
    kept.set(site, ofSite.set(offer, rate));
    keptCount++;
    return rate;
  }

  return ({ id }, native, imp, request) => rateOf(id, siteOfOffer(book, request, native, imp));
}
