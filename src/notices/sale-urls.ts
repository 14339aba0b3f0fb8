import { type Currency, fromUsdMicros } from '../auction/currency.ts';
import type { Win } from '../auction/pick-winner.ts';
import { fromMicros } from '../lib/money.ts';
import { shortened } from '../lib/shortened.ts';
import type { NativeRequest } from '../openrtb/native-request.ts';
import { type RequestDimensions, withAd } from '../sale/dimensions.ts';
import type { Sale } from '../sale/fact.ts';
import type { Firing } from './buyer.ts';
import { type ClientTracker, clientTrackers } from './client-trackers.ts';
import { DESTINATION_LENGTH_MAX, safeDestination } from './destination.ts';
import type { NoticeKeys } from './keys.ts';
import { fillUrl, type MacroTexts } from './macros.ts';
import { FORM_BY_WORD, NOTICE_ROOT, type NoticeWord } from './paths.ts';
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
  /** `publishers[].share` of the config in basis points, by the publisher as reports name it. */
  readonly shareOf: (publisher: string) => number;
};

/** What is needed besides the win to sell it. */
export type Selling = {
  /** A UUID. */
  readonly auctionId: string;
  readonly dimensions: RequestDimensions;
  readonly isTest: boolean;
  readonly fires: Firing;
  /** The currency of the response. */
  readonly currency: Currency;
  /** The values of all macros except the price. */
  readonly macros: MacroTexts;
};

/** One sale and the URLs of its notices. */
export type SaleNotices = {
  readonly sale: Sale;
  /** The price in the currency of the response. */
  readonly responseMicros: number;
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
};

export type OwnTracker = { readonly event: 1 | 2; readonly method: 1 | 2; readonly url: string };

export type Sell = (win: Win, selling: Selling) => SaleNotices;

const IMPRESSION = 1;
const VIEWABLE = 2;
const IMAGE = 1;
const SCRIPT = 2;

const WITH_PRICE = '?p=${AUCTION_PRICE}';
const WITH_REASON = '?r=${AUCTION_LOSS}';

/** Makes the sale of a win and the URLs of its notices. */
export function createSaleNotices({
  publicUrl,
  keys,
  machine,
  nowMs,
  billOnOf,
  shareOf,
}: SaleNoticesParts): Sell {
  const root = `${publicUrl}${NOTICE_ROOT}`;
  const isSecure = /^https:/i.test(publicUrl);

  return (win, selling) => {
    const { partner, imp } = win.candidate;
    const { currency, fires, macros } = selling;
    // A page that requires https would block http trackers and links.
    const isLoadable = isSecure || imp.imp.secure !== 1;
    const sale = saleOf(win, selling, {
      soldMs: Math.floor(nowMs() / 1000) * 1000,
      billsOn: billsOn(billOnOf(partner), isLoadable ? imp.native : NO_OFFER),
      machine,
      shareBasisPoints: shareOf(selling.dimensions.publisher),
    });
    const responseMicros = fromUsdMicros(sale.priceMicros, currency);
    const sealed = sealSale(sale, keys, responseMicros);
    const isToldByTrackers = fires === 'trackers-alone';
    const url = (word: NoticeWord) =>
      `${root}${word}/${sealed.tokenOf(FORM_BY_WORD[word].signedAs)}`;
    // Ruling 70: the visitor of such a client sees these URLs, so they read no price.
    const priced = (word: 'win' | 'bill') =>
      isToldByTrackers ? url(`fixed-${word}`) : `${url(word)}${WITH_PRICE}`;
    const nurl = priced('win');
    const burl = sale.billsOn === 'bill' ? priced('bill') : undefined;
    return {
      sale,
      responseMicros,
      nurl,
      burl,
      // Ruling 70: a visitor who reports a loss would give back what is reserved for a sale that is billed.
      lurl: isToldByTrackers ? undefined : `${url('loss')}${WITH_REASON}`,
      trackers: isLoadable ? ownTrackers(url, imp.native) : [],
      imptracker: isLoadable && offersNoEvents(imp.native) ? url('fixed-imp') : undefined,
      clientTrackers: isToldByTrackers && isLoadable ? clientTrackers(nurl, burl) : undefined,
      link: isLoadable ? linker(root, sealed, responseMicros, macros) : (link) => link,
    };
  };
}

const NO_OFFER: Offer = {};

/** Ruling 49. Where the request does not offer to report impressions, `burl` bills instead. */
function billsOn(billOn: BillOn, offer: Offer): Sale['billsOn'] {
  if (billOn === 'win') return 'win';
  const isReported = billOn === 'impression' && methodFor(IMPRESSION, offer) !== undefined;
  return isReported ? 'impression' : 'bill';
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

type Offer = Pick<NativeRequest, 'eventtrackers'>;

/** Native 1.1 has no `eventtrackers`, and 1.2 still has `imptrackers` for clients that offer none. */
export function offersNoEvents({ eventtrackers = [] }: Offer): boolean {
  return eventtrackers.length === 0;
}

/** The tracking method that the publisher offers for an event; an image before a script. */
function methodFor(event: number, { eventtrackers = [] }: Offer): 1 | 2 | undefined {
  const offers = (method: number) =>
    eventtrackers.some((offer) => offer.event === event && offer.methods.includes(method));
  if (offers(IMAGE)) return IMAGE;
  return offers(SCRIPT) ? SCRIPT : undefined;
}

/** Ruling 70: the markup is in the page, so none of its trackers reads a price, whether it bills or not. */
function ownTrackers(url: (word: NoticeWord) => string, request: Offer): readonly OwnTracker[] {
  const trackers: OwnTracker[] = [];
  const impression = methodFor(IMPRESSION, request);
  if (impression !== undefined) {
    const own = url(impression === IMAGE ? 'fixed-imp' : 'fixed-imp.js');
    trackers.push({ event: IMPRESSION, method: impression, url: own });
  }
  const viewable = methodFor(VIEWABLE, request);
  if (viewable !== undefined) {
    const own = url(viewable === IMAGE ? 'view' : 'view.js');
    trackers.push({ event: VIEWABLE, method: viewable, url: own });
  }
  return trackers;
}

function linker(
  root: string,
  sealed: SealedSale,
  responseMicros: number,
  macros: MacroTexts,
): (url: string) => string {
  let token: string | undefined;
  // The caller cannot fill macros inside the signed destination, so the price is filled here.
  const texts: MacroTexts = (name) =>
    name === 'AUCTION_PRICE' ? String(fromMicros(responseMicros)) : macros(name);
  const through = (url: string) => {
    const filled = fillUrl(url, texts, { lengthMax: DESTINATION_LENGTH_MAX });
    const destination = filled === undefined ? undefined : safeDestination(filled);
    if (destination === undefined) return url;
    token ??= sealed.tokenOf('click');
    const code = sealed.linkCode(token, destination.url);
    const word: NoticeWord = 'click';
    return `${root}${word}/${token}?to=${destination.encoded}&s=${code}`;
  };
  // `callsOf` and `markNative` both ask for the link of the ad, which is signed once.
  let last: { readonly url: string; readonly link: string } | undefined;
  return (url) => {
    if (last?.url !== url) last = { url, link: through(url) };
    return last.link;
  };
}
