import type { NativeResponse } from '../../openrtb/native-response.ts';
import { createAskedRates } from '../asked-rates.ts';
import type { OpenImp, Solicitation } from '../partner.ts';
import type { RateBook } from '../rate-book.ts';
import type { Offer } from './read-offers.ts';

/** The clicks that an impression of an offer is expected to bring. */
export type OfferRateOf = (offer: Offer, native: NativeResponse, imp: OpenImp) => number;

/** Of one request. The order of offers is the upstream's, so that there is nothing to explore between them. */
export function offerRates(
  book: RateBook,
  solicitation: Solicitation,
  { partner, clickRate }: { readonly partner: string; readonly clickRate: number },
): OfferRateOf {
  const asked = createAskedRates(book);
  asked.begin(solicitation);
  return ({ id }, native, imp) =>
    book.offer(partner, id, asked.siteOfAd(native, imp), clickRate).rate;
}
