import type { MacroValues } from '../auction/macros.ts';
import type { Win } from '../auction/pick-winner.ts';
import type { Sold } from '../auction/respond.ts';
import type { BidRequest } from '../openrtb/bid-request.ts';
import { dimensionsOf } from './dimensions.ts';
import { markNative } from './mark-native.ts';
import { callsOf } from './partner-calls.ts';
import { createSaleNotices, type SaleNoticesParts } from './sale-urls.ts';

/** Whose request a win answers. */
export type Buyer = { readonly auctionId: string; readonly wire: BidRequest };

/** Makes a win a sale: signed URLs in the answer, our trackers in the ad, its links through us. */
export function createSeller(
  parts: SaleNoticesParts,
): (win: Win, macros: () => MacroValues, buyer: Buyer) => Sold {
  const noticesOf = createSaleNotices(parts);
  return (win, macros, { auctionId, wire }) => {
    const dimensions = dimensionsOf(wire);
    const notices = noticesOf(win, { auctionId, dimensions, isTest: wire.test === 1, macros });
    const { calls, native } = callsOf(win, { notices, macros });
    const { sale, nurl, burl, lurl } = notices;
    return { sale, native: markNative(native, notices), nurl, burl, lurl, calls };
  };
}
