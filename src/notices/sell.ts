import type { Win } from '../auction/pick-winner.ts';
import type { PartnerCalls } from '../ledger/entry.ts';
import type { Sale } from '../ledger/fact.ts';
import { markup } from '../openrtb/native-response.ts';
import type { Buyer } from './buyer.ts';
import type { ClientTracker } from './client-trackers.ts';
import { fillMacros } from './macros.ts';
import { markNative } from './mark-native.ts';
import { callsOf } from './partner-calls.ts';
import { dimensionsOf } from './report-dimensions.ts';
import { createSaleNotices, type SaleNoticesParts } from './sale-urls.ts';
import { winMacros } from './win-macros.ts';

/** A win as it is sold: the ad with our trackers in it, and the URLs of its notices. */
export type Sold = {
  readonly win: Win;
  readonly sale: Sale;
  readonly adm: string;
  readonly nurl: string;
  readonly burl: string | undefined;
  readonly lurl: string;
  readonly clientTrackers: readonly ClientTracker[] | undefined;
  /** The partner's own URLs that this exchange calls. */
  readonly calls: PartnerCalls | undefined;
};

/** Turns wins into sales: signed URLs in the answer, our trackers in the ad, its links through us. */
export function createSeller(
  parts: SaleNoticesParts,
): (wins: readonly Win[], buyer: Buyer) => readonly Sold[] {
  const noticesOf = createSaleNotices(parts);
  return (wins, buyer) => {
    if (wins.length === 0) return [];
    const { auctionId, request, fires } = buyer;
    const dimensions = dimensionsOf(request);
    const isTest = request.wire.test === 1;
    const nowMs = parts.nowMs();
    return wins.map((win) => {
      const macros = () => winMacros(win, buyer, nowMs);
      const notices = noticesOf(win, { auctionId, dimensions, isTest, fires, macros });
      const { calls, native } = callsOf(win, { notices, macros });
      const { sale, nurl, burl, lurl, clientTrackers } = notices;
      const text = markup(markNative(native, notices), win.candidate.imp.isWrapped);
      // Ruling 32: the caller knows the price it pays, and fills `${AUCTION_PRICE}` itself.
      const adm = fillMacros(text, macros, 'AUCTION_PRICE');
      return { win, sale, adm, nurl, burl, lurl, clientTrackers, calls };
    });
  };
}
