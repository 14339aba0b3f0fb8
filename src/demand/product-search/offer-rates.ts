import type { OpenImp } from '../../core/auction/partner.ts';
import type { NativeResponse } from '../../core/openrtb/native-response.ts';
import type { ValidRequest } from '../../core/openrtb/validate.ts';
import { siteOfOffer } from '../asked-rates.ts';
import type { RateBook, Site } from '../rate-book.ts';
import type { Offer } from './read-offers.ts';

/** The clicks that an impression of an offer is expected to bring. */
export type OfferRateOf = (
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
