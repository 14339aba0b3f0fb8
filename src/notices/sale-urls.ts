import { type Currency, fromUsdMicros } from '../auction/currency.ts';
import type { Win } from '../auction/pick-winner.ts';
import { shortened } from '../lib/shortened.ts';
import type { NativeResponse } from '../openrtb/native-response.ts';
import { type RequestDimensions, withAd } from '../sale/dimensions.ts';
import type { Sale } from '../sale/fact.ts';
import { type ClientTracker, clientTrackers } from './client-trackers.ts';
import type { NoticeKeys } from './keys.ts';
import type { LeftOut } from './left-out.ts';
import { createFindDestination, createLink, noDestination } from './link.ts';
import type { MacroTexts } from './macros.ts';
import { clickRoomBytes, noticeRoomBytes } from './notice-room.ts';
import { FORM_BY_WORD, NOTICE_ROOT, type NoticeWord } from './paths.ts';
import { planCalls, type TrackerSide } from './plan-calls.ts';
import { IMAGE, IMPRESSION, NO_REPORTS, type Reports, reportsOf, VIEWABLE } from './reports.ts';
import type { SaleContext } from './sale-context.ts';
import { type SealedSale, sealSale } from './token.ts';

export type BillOn = 'burl' | 'impression' | 'win';

export type SaleNoticesParts = {
  /** The public URL of this exchange, without a trailing slash. */
  readonly publicUrl: string;
  readonly keys: NoticeKeys;
  /** From 0 to 65535. */
  readonly machine: number;
  readonly nowMs: () => number;
  /** `partners[].billOn` of the config. */
  readonly billOnOf: (partner: string) => BillOn;
  /** `partners[].trackers` of the config. */
  readonly trackersOf: (partner: string) => TrackerSide;
  /** `publishers[].share` of the config in basis points, by the publisher as reports name it. */
  readonly shareOf: (publisher: string) => number;
};

/** What is needed besides the win to sell it. */
export type Selling = {
  /** A UUID. */
  readonly auctionId: string;
  /** Which sale of the answer it is, from 0. */
  readonly place: number;
  readonly dimensions: RequestDimensions;
  readonly isTest: boolean;
  readonly noticeUrls: SaleContext['noticeUrls'];
  /** The currency of the response. */
  readonly currency: Currency;
  /** The values of all macros except the price. */
  readonly macros: MacroTexts;
  /** The same in USD, for the URLs that this server calls. */
  readonly callMacros: MacroTexts;
};

/** One sale and the URLs of its notices. */
export type SaleNotices = {
  readonly sale: Sale;
  /** CPM in micros of the currency of the response. */
  readonly responseMicros: number;
  /** The ad without the trackers that this server calls. */
  readonly native: NativeResponse;
  readonly nurl: string;
  /** Undefined where another notice bills. */
  readonly burl: string | undefined;
  /** Undefined for clients that fire trackers alone. */
  readonly lurl: string | undefined;
  /** To be added to `eventtrackers` of the markup. */
  readonly trackers: readonly OwnTracker[];
  /** To be added to `imptrackers` of the markup, where the request offers no `eventtrackers`. */
  readonly imptracker: string | undefined;
  /** For `bid.ext.eventtrackers`; undefined where the caller calls `nurl` and `burl`. */
  readonly clientTrackers: readonly ClientTracker[] | undefined;
  /** The click URL for a link, or the link itself where it cannot go through this exchange. */
  readonly link: (url: string) => string;
  readonly leftOut: readonly LeftOut[];
};

export type OwnTracker = { readonly event: 1 | 2; readonly method: 1 | 2; readonly url: string };

export type Sell = (win: Win, selling: Selling) => SaleNotices;

const WITH_PRICE = 'p=${AUCTION_PRICE}';
const WITH_REASON = 'r=${AUCTION_LOSS}';

/** Makes the sale of a win and the URLs of its notices. */
export function createSaleNotices(parts: SaleNoticesParts): Sell {
  const { publicUrl, keys, machine, nowMs, billOnOf, trackersOf, shareOf } = parts;
  const root = `${publicUrl}${NOTICE_ROOT}`;
  const isSecure = /^https:/i.test(publicUrl);
  const roomBytes = noticeRoomBytes(root);

  return (win, selling) => {
    const { partner, imp, native: ad } = win.candidate;
    const { currency, noticeUrls, macros, callMacros, place } = selling;
    const isToldByTrackers = noticeUrls === 'trackers-only';
    // A page that requires https would block http trackers and links.
    const isLoadable = isSecure || imp.imp.secure !== 1;
    const reports = isLoadable ? reportsOf(imp.native) : NO_REPORTS;
    const sale = saleOf(win, selling, {
      soldMs: Math.floor(nowMs() / 1000) * 1000,
      billsOn: billsOn(billOnOf(partner), reports),
      machine,
      shareBasisPoints: shareOf(selling.dimensions.publisher),
    });
    const responseMicros = fromUsdMicros(sale.priceMicros, currency);
    const findDestination = isLoadable
      ? createFindDestination(responseMicros, macros)
      : noDestination;
    // The token says which notices carry calls, so they are planned before the sale is sealed.
    const { urls, native, leftOut } = planCalls(win, {
      ...{ billsOn: sale.billsOn, reports, hasLurl: !isToldByTrackers, macros: callMacros },
      trackers: trackersOf(partner),
      roomBytes,
      clickRoomBytes() {
        const destination = findDestination(ad.link.url);
        return destination && clickRoomBytes(root, destination.encoded);
      },
    });
    // In test mode partners get no calls. The ad is the same.
    const sealed = sealSale(sale, keys, responseMicros, { place, urls: sale.isTest ? {} : urls });
    const url = createUrl(root, sealed);
    // Ruling 70: the visitor of such a client sees these URLs, so they read no price.
    const priced = (word: 'win' | 'bill') =>
      isToldByTrackers ? url(`fixed-${word}`) : url(word, WITH_PRICE);
    const nurl = priced('win');
    const burl = sale.billsOn === 'bill' ? priced('bill') : undefined;
    return {
      sale,
      responseMicros,
      native,
      nurl,
      burl,
      // Ruling 70: a visitor who reports a loss would give back what is reserved for a sale that is billed.
      lurl: isToldByTrackers ? undefined : url('loss', WITH_REASON),
      trackers: ownTrackers(url, reports),
      imptracker: reports.hasImptracker ? url('fixed-imp') : undefined,
      clientTrackers: isToldByTrackers && isLoadable ? clientTrackers(nurl, burl) : undefined,
      link: createLink(root, sealed, findDestination),
      leftOut,
    };
  };
}

/** Every notice of a kind carries the same calls, so that the first to arrive brings them all. */
function createUrl(root: string, sealed: SealedSale) {
  return (word: NoticeWord, parameter?: string): string => {
    const { kind, signedAs } = FORM_BY_WORD[word];
    const calls = sealed.callsOf(kind);
    const url = `${root}${word}/${sealed.tokenOf(signedAs)}`;
    if (calls === undefined) return parameter === undefined ? url : `${url}?${parameter}`;
    return parameter === undefined ? `${url}?c=${calls}` : `${url}?${parameter}&c=${calls}`;
  };
}

/** Ruling 49. Where the request does not offer to report impressions, `burl` bills instead. */
function billsOn(billOn: BillOn, { impression }: Reports): Sale['billsOn'] {
  if (billOn === 'win') return 'win';
  return billOn === 'impression' && impression !== undefined ? 'impression' : 'bill';
}

function saleOf(
  { candidate, clearingMicros }: Win,
  { auctionId, dimensions, isTest }: Selling,
  terms: Pick<Sale, 'soldMs' | 'billsOn' | 'machine' | 'shareBasisPoints'>,
): Sale {
  const { partner, bid } = candidate;
  return {
    ...terms,
    auctionId,
    impId: shortened(bid.impid),
    partner,
    seat: shortened(bid.seat),
    campaign: shortened(bid.cid ?? ''),
    creative: shortened(bid.crid ?? ''),
    priceMicros: clearingMicros,
    isTest,
    dimensions: withAd(dimensions, candidate),
  };
}

/** Ruling 70: the markup is in the page, so none of its trackers reads a price, whether it bills or not. */
function ownTrackers(
  url: (word: NoticeWord) => string,
  { impression, viewable }: Reports,
): readonly OwnTracker[] {
  const trackers: OwnTracker[] = [];
  if (impression !== undefined) {
    const own = url(impression === IMAGE ? 'fixed-imp' : 'fixed-imp.js');
    trackers.push({ event: IMPRESSION, method: impression, url: own });
  }
  if (viewable !== undefined) {
    const own = url(viewable === IMAGE ? 'view' : 'view.js');
    trackers.push({ event: VIEWABLE, method: viewable, url: own });
  }
  return trackers;
}
