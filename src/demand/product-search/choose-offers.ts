import { toMicros } from '../../lib/money.ts';
import type { PriceFilter } from '../../openrtb/product-search.ts';
import type { OpenImp, PartnerBid, Passed } from '../partner.ts';
import { composeOffer } from './compose-offer.ts';
import type { Offer } from './read-offers.ts';

/** An impression with the offers that were found for it, in the upstream's order. */
export type OfferedImp = { readonly open: OpenImp; readonly offers: readonly Offer[] };

export type Choice = { readonly bids: readonly PartnerBid[]; readonly passed: readonly Passed[] };

export type Bidder = {
  readonly seat: string;
  readonly requestId: string;
  /** Clicks expected per impression. */
  readonly clickRate: number;
};

/** For each impression the first offer that fits it; no product twice in one response. */
export function chooseOffers(offered: readonly OfferedImp[], bidder: Bidder): Choice {
  const used = new Set<string>();
  const bids: PartnerBid[] = [];
  const passed: Passed[] = [];
  for (const { open, offers } of offered) {
    const free = offers.filter(
      (offer) => isWithin(open.priceFilter, offer.price) && !used.has(offer.id),
    );
    const bid = firstBid(open, free, bidder);
    if (bid !== undefined) {
      bids.push(bid);
      used.add(bid.crid);
    } else if (free.length > 0) {
      passed.push({ impid: open.imp.id, reason: 'asset-mismatch' });
    }
  }
  return { bids, passed };
}

/** Ruling 35: the exact bounds again, since rounding moved those that went upstream. */
function isWithin(filter: PriceFilter | undefined, price: number): boolean {
  if (filter === undefined) return true;
  const { min = 0, max = Number.POSITIVE_INFINITY } = filter;
  return price >= min && price <= max;
}

const IMPRESSIONS_PER_CPM = 1000;
const MTYPE_NATIVE = 4;

function firstBid(
  { imp, native, floorMicros }: OpenImp,
  offers: readonly Offer[],
  { seat, requestId, clickRate }: Bidder,
): (PartnerBid & { readonly crid: string }) | undefined {
  // A bid below the floor cannot win: it is made last, and only to say so.
  for (const isReaching of [true, false]) {
    for (const offer of offers) {
      const priceMicros = toMicros(offer.cpc * clickRate * IMPRESSIONS_PER_CPM);
      if (priceMicros >= floorMicros !== isReaching) continue;
      const composed = composeOffer(native, offer);
      if (composed === undefined) continue;
      return {
        id: `${requestId}-${imp.id}`,
        impid: imp.id,
        priceMicros,
        currency: 'USD',
        seat,
        creative: { kind: 'composed', native: composed },
        adomain: [offer.merchant.domain],
        crid: offer.id,
        mtype: MTYPE_NATIVE,
      };
    }
  }
  return undefined;
}
