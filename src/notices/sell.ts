import { USD } from '../auction/currency.ts';
import type { Win } from '../auction/pick-winner.ts';
import { markup } from '../openrtb/native-response.ts';
import { dimensionsOf } from '../sale/dimensions.ts';
import { fillMarkup, macroTexts } from './macros.ts';
import { markNative } from './mark-native.ts';
import { preparedMarkup } from './prepared-markup.ts';
import type { SaleContext } from './sale-context.ts';
import { createSaleNotices, type SaleNotices, type SaleNoticesParts } from './sale-urls.ts';
import { winMacros } from './win-macros.ts';

/** A sold win: the ad with our trackers, and the URLs of its notices. */
export type Sold = Pick<
  SaleNotices,
  'sale' | 'responseMicros' | 'nurl' | 'burl' | 'lurl' | 'clientTrackers' | 'leftOut'
> & { readonly win: Win; readonly adm: string };

/** Of an answer to a request that names no version. */
const NATIVE_VERSION = '1.2';

/** Turns wins into sales: adds signed notice URLs, our trackers and click URLs. */
export function createSeller(
  parts: SaleNoticesParts,
): (wins: readonly Win[], context: SaleContext) => readonly Sold[] {
  const noticesOf = createSaleNotices(parts);
  return (wins, context) => {
    if (wins.length === 0) return [];
    const { auctionId, request, currency, noticeUrls } = context;
    const dimensions = dimensionsOf(request);
    const { isTest } = request;
    const nowMs = parts.nowMs();
    return wins.map((win, place) => {
      const macros = macroTexts(() => winMacros(win, context, nowMs));
      const callMacros =
        currency.code === USD.code
          ? macros
          : macroTexts(() => winMacros(win, { ...context, currency: USD }, nowMs));
      const { imp, bid } = win.candidate;
      const selling = {
        auctionId,
        place,
        dimensions,
        isTest,
        currency,
        noticeUrls,
        macros,
        callMacros,
      };
      const notices = noticesOf(win, selling);
      const { native, sale, responseMicros, nurl, burl, lurl, clientTrackers, leftOut } = notices;
      // The version of the request: a client of Native 1.1 may not read 1.2.
      const form = { ver: imp.native.ver ?? NATIVE_VERSION, isWrapped: imp.isWrapped };
      // Partners of this process bid with the same ads again and again; all others make each ad anew.
      const isKept = bid.creative.kind === 'composed' && bid.creative.native === native;
      const text =
        (isKept ? preparedMarkup(native, notices, form) : undefined) ??
        markup(markNative(native, notices, form.ver), form.isWrapped);
      // Ruling 32: the caller knows the price it pays, and fills `${AUCTION_PRICE}` itself.
      const adm = fillMarkup(text, macros, 'AUCTION_PRICE');
      return { win, sale, responseMicros, adm, nurl, burl, lurl, clientTrackers, leftOut };
    });
  };
}
