import { fromMicros } from '../../lib/money.ts';
import { fromUsdMicros, raised, USD } from '../auction/currency.ts';
import type { Win } from '../auction/pick-winner.ts';
import { publisherIdOf } from '../openrtb/publisher-id.ts';
import { dimensionsOf, type NamedPlacements } from './dimensions.ts';
import { fillMarkup, type MacroValues, macroTexts } from './macros.ts';
import { preparedMarkup, quotedMarkup } from './mark-native.ts';
import {
  createSaleNotices,
  type SaleContext,
  type SaleNotices,
  type SaleNoticesParts,
} from './sale-urls.ts';

/** A sold win: the ad with our trackers, and the URLs of its notices. */
export type Sold = Pick<
  SaleNotices,
  'sale' | 'responseMicros' | 'nurl' | 'burl' | 'lurl' | 'clientTrackers' | 'leftOut'
> & {
  readonly win: Win;
  /** The markup as the answer has it: JSON in a string of JSON. */
  readonly quotedAdm: string;
};

/** Of an answer to a request that names no version. */
const NATIVE_VERSION = '1.2';

type SellerParts = SaleNoticesParts & {
  /** Those that a publisher has named. */
  readonly placementsOf: (publisherId: string | undefined) => NamedPlacements;
};

/** Turns wins into sales: adds signed notice URLs, our trackers and click URLs. */
export function createSeller(parts: SellerParts) {
  const noticesOf = createSaleNotices(parts);
  return (wins: readonly Win[], context: SaleContext): readonly Sold[] => {
    if (wins.length === 0) return [];
    const { auctionId, noticeUrls, request, currency } = context;
    const placements = parts.placementsOf(publisherIdOf(request.wire));
    const dimensions = dimensionsOf(request, placements);
    const { isTest } = request;
    const nowMs = parts.nowMs();
    return wins.map((win, index) => {
      const macros = macroTexts(() => winMacros(win, context, nowMs));
      const callMacros =
        currency.code === USD.code
          ? macros
          : macroTexts(() => winMacros(win, { ...context, currency: USD }, nowMs));
      const { imp, bid } = win.candidate;
      const notices = noticesOf(win, {
        auctionId,
        noticeUrls,
        currency,
        isTest,
        index,
        dimensions,
        placements,
        macros,
        callMacros,
      });
      const { native, sale, responseMicros, nurl, burl, lurl, clientTrackers, leftOut } = notices;
      // The version of the request: a client of Native 1.1 may not read 1.2.
      const form = { ver: imp.native.ver ?? NATIVE_VERSION, isWrapped: imp.isWrapped };
      // Partners of this process bid with the same ads again and again; all others make each ad anew.
      const isKept = bid.creative.kind === 'composed' && bid.creative.native === native;
      const quotedAdm =
        (isKept ? preparedMarkup(native, notices, form) : undefined) ??
        // Ruling 32: the caller knows the price it pays, and fills `${AUCTION_PRICE}` itself.
        fillMarkup(quotedMarkup(native, notices, form), macros, 'AUCTION_PRICE');
      return { win, sale, responseMicros, quotedAdm, nurl, burl, lurl, clientTrackers, leftOut };
    });
  };
}

/**
 * The macro values of a win, except the price, which the caller fills in (ruling 32). In the markup the
 * currency is the response's. Notices that this server sends to the partner are in USD, as the ledger is.
 */
function winMacros(
  { candidate, clearingMicros, minToWinMicros }: Win,
  { bidResponseId, request, currency }: SaleContext,
  nowMs: number,
): MacroValues {
  const { bid, priceMicros } = candidate;
  return {
    // OpenRTB calls the id of the bid request the auction's id.
    AUCTION_ID: request.wire.id,
    AUCTION_BID_ID: bidResponseId,
    AUCTION_IMP_ID: bid.impid,
    AUCTION_SEAT_ID: bid.seat,
    AUCTION_AD_ID: bid.adid ?? '',
    AUCTION_CURRENCY: currency.code,
    AUCTION_MBR: (clearingMicros / priceMicros).toFixed(4),
    AUCTION_LOSS: '0',
    AUCTION_MIN_TO_WIN: String(fromMicros(fromUsdMicros(minToWinMicros, currency, raised))),
    AUCTION_MULTIPLIER: '1',
    AUCTION_IMP_TS: String(Math.floor(nowMs)),
  };
}
