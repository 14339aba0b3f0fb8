import { shortened } from '../../lib/shortened.ts';
import type { Currency } from '../auction/currency.ts';
import { paidMicros, type Win } from '../auction/pick-winner.ts';
import type { NativeResponse } from '../openrtb/native-response.ts';
import type { ValidRequest } from '../openrtb/validate.ts';
import { clickIdOf } from './click-id.ts';
import {
  type ClientEvents,
  clientEventsOf,
  clientTrackers,
  FEEDBACK,
  IMAGE,
  IMPRESSION,
  NO_EVENTS,
  VIEWABLE,
} from './client-events.ts';
import { type Dimensions, type NamedPlacements, withAd } from './dimensions.ts';
import { PER_IMPRESSION, type Sale } from './fact.ts';
import type { NoticeKeys } from './keys.ts';
import { createFindDestination, createLink, directLanding, noDestination } from './link.ts';
import type { MacroTexts } from './macros.ts';
import { clickRoomBytes, type LeftOut, noticeRoomBytes } from './notice-room.ts';
import { FORM_BY_WORD, NOTICE_ROOT, type NoticeWord } from './paths.ts';
import { planCalls, type TrackerSide } from './plan-calls.ts';
import { shownTitle } from './read-feedback.ts';
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

/** What all sales of one answer share. */
export type SaleContext = {
  /** The request id, which is the id of its one auction. */
  readonly auctionId: string;
  /** `BidResponse.bidid`. */
  readonly bidResponseId: string;
  readonly request: ValidRequest;
  /** The currency of the response. */
  readonly currency: Currency;
  /**
   * Which are called: trackers by the client and `nurl`, `burl` and `lurl` by the caller's server, or, as by Prebid.js,
   * trackers only, with those of `bid.ext`.
   */
  readonly noticeUrls: 'all' | 'trackers-only';
};

/** What is needed besides the win to sell it. */
export type Selling = Pick<SaleContext, 'auctionId' | 'noticeUrls' | 'currency'> & {
  /** Which sale of the answer it is, from 0. */
  readonly index: number;
  /** Of the request. */
  readonly dimensions: Dimensions;
  /** Those that the publisher has named, if any. */
  readonly placements?: NamedPlacements;
  readonly isTest: boolean;
  /** The values of all macros except the price. */
  readonly macros: MacroTexts;
  /** The same in USD, for the URLs that this server calls. */
  readonly callMacros: MacroTexts;
};

/** One sale and the URLs of its notices. */
export type SaleNotices = ReturnType<Sell>;

export type OwnTracker = {
  readonly event: 1 | 2 | typeof FEEDBACK;
  readonly method: 1 | 2;
  readonly url: string;
};

export type Sell = ReturnType<typeof createSaleNotices>;

const WITH_PRICE = 'p=${AUCTION_PRICE}';
const WITH_REASON = 'r=${AUCTION_LOSS}';

/** As browsers send it. So nothing of a notice's URL is escaped in JSON, and answers have it without looking. */
function noticeRoot(publicUrl: string): string {
  const plain = publicUrl.toWellFormed().replaceAll(/["\\\p{Cc}]/gu, encodeURIComponent);
  return `${plain}${NOTICE_ROOT}`;
}

/** Makes the sale of a win and the URLs of its notices. */
export function createSaleNotices(parts: SaleNoticesParts) {
  const { publicUrl, keys, machine, nowMs, billOnOf, trackersOf, shareOf } = parts;
  const root = noticeRoot(publicUrl);
  const isSecure = /^https:/i.test(publicUrl);
  const roomBytes = noticeRoomBytes(root);

  /** A page whose links go straight to the landing page adds the click id to them. */
  function landingOf(sale: Sale, { candidate }: Win, style: 'redirected' | 'direct') {
    const { conversions } = candidate.bid;
    if (conversions === undefined) return NO_LANDING;
    const { parameter, windowDays } = conversions;
    const isDirect = style === 'direct';
    const landing = { parameter, clickId: clickIdOf(sale, { windowDays, isDirect }, keys) };
    return isDirect
      ? { landing, direct: (url: string) => directLanding(url, landing) ?? url }
      : { landing, direct: undefined };
  }

  return (win: Win, selling: Selling) => {
    const { partner, imp, bid, native: ad } = win.candidate;
    const { currency, noticeUrls, macros, callMacros, index } = selling;
    const isToldByTrackers = noticeUrls === 'trackers-only';
    // A page that requires https would block http trackers and links.
    const isLoadable = isSecure || imp.imp.secure !== 1;
    const events = isLoadable ? clientEventsOf(imp.native) : NO_EVENTS;
    const sale: Sale = {
      auctionId: selling.auctionId,
      impId: shortened(bid.impid),
      soldMs: Math.floor(nowMs() / 1000) * 1000,
      partner,
      seat: shortened(bid.seat),
      campaign: shortened(bid.cid ?? ''),
      creative: shortened(bid.crid ?? ''),
      priceMicros: win.clearingMicros,
      shareBasisPoints: shareOf(selling.dimensions.publisher),
      charge: bid.charge ?? PER_IMPRESSION,
      billsOn: billsOn(billOnOf(partner), events),
      isTest: selling.isTest,
      machine,
      dimensions: withAd(selling.dimensions, win.candidate, selling.placements),
    };
    const responseMicros = paidMicros(win, currency);
    const { landing, direct } = landingOf(sale, win, isLoadable ? 'redirected' : 'direct');
    const findDestination = isLoadable
      ? createFindDestination(responseMicros, macros, landing)
      : noDestination;
    const isLanded = landing === undefined || isLandedBy(findDestination, direct, ad.link.url);
    // The token says which notices carry calls, so they are planned before the sale is sealed.
    const { urls, native, leftOut } = planCalls(win, {
      billsOn: sale.billsOn,
      events,
      hasLurl: !isToldByTrackers,
      macros: callMacros,
      trackers: trackersOf(partner),
      roomBytes,
      clickRoomBytes() {
        const destination = findDestination(ad.link.url);
        return destination && clickRoomBytes(root, destination.encoded);
      },
    });
    // In test mode partners get no calls. The ad is the same.
    const sealed = sealSale(sale, keys, responseMicros, { index, urls: sale.isTest ? {} : urls });
    const url = createUrl(root, sealed);
    // Ruling 70: the visitor of such a client sees these URLs, so they read no price.
    const priced = (word: 'win' | 'bill') =>
      isToldByTrackers ? url(`fixed-${word}`) : url(word, WITH_PRICE);
    const nurl = priced('win');
    const burl = sale.billsOn === 'bill' ? priced('bill') : undefined;
    const trackers = ownTrackers(url, events);
    if (events.feedback) trackers.push(feedbackTracker(root, sealed, native));
    return {
      sale,
      /** CPM in micros of the currency of the response. */
      responseMicros,
      /** The ad without the trackers that this server calls. */
      native,
      nurl,
      /** Undefined where another notice bills. */
      burl,
      // Ruling 70: a visitor who reports a loss would give back what is reserved for a sale that is billed.
      lurl: isToldByTrackers ? undefined : url('loss', WITH_REASON),
      /** To be added to `eventtrackers` of the markup. */
      trackers,
      /** To be added to `imptrackers` of the markup, where the request offers no `eventtrackers`. */
      imptracker: events.hasImptracker ? url('imp') : undefined,
      /** For `bid.ext.eventtrackers`; undefined where the caller calls `nurl` and `burl`. */
      clientTrackers: isToldByTrackers && isLoadable ? clientTrackers(nurl, burl) : undefined,
      link: createLink(root, sealed, findDestination, direct),
      leftOut: isLanded ? leftOut : [...leftOut, NO_CLICK_ID],
    };
  };
}

const NO_LANDING = { landing: undefined, direct: undefined };
const NO_CLICK_ID: LeftOut = { what: 'click-id', reason: 'no-room', count: 1 };

function isLandedBy(
  findDestination: ReturnType<typeof createFindDestination>,
  direct: ((url: string) => string) | undefined,
  url: string,
): boolean {
  return direct === undefined ? findDestination(url)?.hasClickId === true : direct(url) !== url;
}

/** Every notice of a kind carries the same calls, so that the first to arrive brings them all. */
function createUrl(root: string, sealed: SealedSale) {
  return (word: NoticeWord, parameter?: string): string => {
    const { kind, signedAs } = FORM_BY_WORD[word];
    const calls = kind === 'feedback' ? undefined : sealed.callsOf(kind);
    const url = `${root}${word}/${sealed.tokenOf(signedAs)}`;
    if (calls === undefined) return parameter === undefined ? url : `${url}?${parameter}`;
    return parameter === undefined ? `${url}?c=${calls}` : `${url}?${parameter}&c=${calls}`;
  };
}

/** Ruling 49. Where the request does not offer to report impressions, `burl` bills instead. */
function billsOn(billOn: BillOn, { impression }: ClientEvents): Sale['billsOn'] {
  if (billOn === 'win') return 'win';
  return billOn === 'impression' && impression !== undefined ? 'impression' : 'bill';
}

/** The page adds what was said. The title is signed: the publisher sees what the person saw, whoever sold the ad. */
function feedbackTracker(root: string, sealed: SealedSale, { assets }: NativeResponse): OwnTracker {
  const title = shownTitle(assets?.find((asset) => asset.title !== undefined)?.title?.text ?? '');
  const token = sealed.tokenOf('feedback');
  const text = `t=${encodeURIComponent(title)}&s=${sealed.textCode(token, title)}`;
  return { event: FEEDBACK, method: IMAGE, url: `${root}feedback/${token}?${text}` };
}

/** Ruling 70: the markup is in the page, so none of its trackers reads a price, whether it bills or not. */
function ownTrackers(
  url: (word: NoticeWord) => string,
  { impression, viewable }: ClientEvents,
): OwnTracker[] {
  const trackers: OwnTracker[] = [];
  if (impression !== undefined) {
    const own = url(impression === IMAGE ? 'imp' : 'imp.js');
    trackers.push({ event: IMPRESSION, method: impression, url: own });
  }
  if (viewable !== undefined) {
    const own = url(viewable === IMAGE ? 'view' : 'view.js');
    trackers.push({ event: VIEWABLE, method: viewable, url: own });
  }
  return trackers;
}
