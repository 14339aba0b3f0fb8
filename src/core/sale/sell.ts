import { fromMicros } from '../../lib/money.ts';
import { shortened } from '../../lib/shortened.ts';
import { paidMicros, type Win } from '../auction/award.ts';
import { type Currency, fromUsdMicros, raised, USD } from '../auction/currency.ts';
import type { NativeResponse } from '../openrtb/native-response.ts';
import type { ValidRequest } from '../openrtb/validate.ts';
import {
  clickIdOf,
  DESTINATION_LENGTH_MAX,
  type Destination,
  destinationOf,
  directLanding,
  type Landing,
  withClickId,
} from './click-id.ts';
import { type Dimensions, type NamedPlacements, withAd } from './dimensions.ts';
import { PER_IMPRESSION, type Sale } from './fact.ts';
import type { NoticeKeys } from './keys.ts';
import { fillMarkup, fillUrl, hasMacros, type MacroTexts, macroTexts } from './macros.ts';
import {
  type ClientEvents,
  clientEventsOf,
  clientTrackers,
  inMarkup,
  type MarkupForm,
  NO_EVENTS,
  preparedMarkup,
  quotedMarkup,
} from './mark-native.ts';
import { FORM_BY_WORD, NOTICE_ROOT, type NoticeWord } from './paths.ts';
import {
  clickRoomBytes,
  hasCalls,
  type LeftOut,
  noticeRoomBytes,
  planCalls,
  type TrackerSide,
} from './plan-calls.ts';
import { shownTitle } from './read-feedback.ts';
import { callsOf, carryUrls, type SealedSale, sealSale, textCode, tokenOf } from './token.ts';

export type BillOn = 'burl' | 'impression' | 'win';

export type SellerParts = {
  /** The public URL of this exchange, without a trailing slash. */
  readonly publicUrl: string;
  readonly keys: NoticeKeys;
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
  /** Also the id of the auction. */
  readonly requestId: string;
  /** `BidResponse.bidid`. */
  readonly bidResponseId: string;
  readonly request: ValidRequest;
  /**
   * Which are called: trackers by the client and `nurl`, `burl` and `lurl` by the caller's server, or, as by Prebid.js,
   * trackers only, with those of `bid.ext`.
   */
  readonly noticeUrls: 'all' | 'trackers-only';
  /** Of the request. */
  readonly dimensions: Dimensions;
  /** Those that the publisher has named. */
  readonly placements: NamedPlacements;
  /** With the currency of the response. */
  readonly inventory: { readonly currency: Currency };
};

/** A sold win: the ad with our trackers, and the URLs of its notices. */
export type Sold = {
  readonly win: Win;
  readonly sale: Sale;
  /** CPM in micros of the currency of the response. */
  readonly responseMicros: number;
  /** The markup as the answer has it: JSON in a string of JSON. */
  readonly quotedAdm: string;
  readonly nurl: string;
  /** Undefined where another notice bills. */
  readonly burl: string | undefined;
  readonly lurl: string | undefined;
  /** For `bid.ext.eventtrackers`; undefined where the caller calls `nurl` and `burl`. */
  readonly clientTrackers: ReturnType<typeof clientTrackers> | undefined;
  readonly leftOut: readonly LeftOut[];
};

type Seller = ReturnType<typeof sellerOf>;

function sellerOf(parts: SellerParts) {
  // As browsers send it. So nothing of a notice's URL is escaped in JSON, and answers have it without looking.
  const plain = parts.publicUrl.toWellFormed().replaceAll(/["\\\p{Cc}]/gu, encodeURIComponent);
  const root = `${plain}${NOTICE_ROOT}`;
  const words = Object.keys(FORM_BY_WORD) as NoticeWord[];
  const headOf = Object.fromEntries(words.map((word) => [word, `${root}${word}/`]));
  const isSecure = /^https:/i.test(parts.publicUrl);
  return {
    ...parts,
    root,
    isSecure,
    roomBytes: noticeRoomBytes(root),
    /** What the URL of each notice begins with. */
    headOf: headOf as Readonly<Record<NoticeWord, string>>,
  };
}

/** Turns wins into sales: adds signed notice URLs, our trackers and click URLs. */
export function createSeller(parts: SellerParts) {
  const seller = sellerOf(parts);
  return (wins: readonly Win[], context: SaleContext): readonly Sold[] => {
    const sold: Sold[] = [];
    for (const win of wins) {
      sold.push(sell(win, sold.length, context, seller));
    }
    return sold;
  };
}

/** What the URLs of one sale are made of. */
type Selling = {
  readonly win: Win;
  readonly context: SaleContext;
  readonly seller: Seller;
  readonly responseMicros: number;
  readonly nowMs: number;
  /** A page that requires https would block http trackers and links. */
  readonly isLoadable: boolean;
  readonly landing: Landing | undefined;
  readonly sealed: SealedSale;
  /** Of the answer, and in USD. Made for the first that is filled in: most ads have none. */
  macros: MacroTexts | undefined;
  callMacros: MacroTexts | undefined;
};

const NOTHING_LEFT_OUT: readonly LeftOut[] = [];
const NO_CLICK_ID: LeftOut = { what: 'click-id', reason: 'no-room', count: 1 };
const WITH_PRICE = '?p=${AUCTION_PRICE}';
const WITH_REASON = '?r=${AUCTION_LOSS}';
/** Of an answer to a request that names no version. */
const NATIVE_VERSION = '1.2';

function sell(win: Win, index: number, context: SaleContext, seller: Seller): Sold {
  const { partner, imp, bid, native: ad } = win.candidate;
  const { keys, isSecure } = seller;
  const nowMs = seller.nowMs();
  const { currency } = context.inventory;
  const dimensions = withAd(context.dimensions, win.candidate, context.placements);
  const isLoadable = isSecure || imp.imp.secure !== 1;
  const events = isLoadable ? clientEventsOf(imp.native) : NO_EVENTS;
  const sale: Sale = {
    auctionId: context.requestId,
    impId: shortened(bid.impid),
    soldMs: Math.floor(nowMs / 1000) * 1000,
    partner,
    seat: shortened(bid.seat),
    campaign: shortened(bid.cid ?? ''),
    creative: shortened(bid.crid ?? ''),
    priceMicros: win.clearingMicros,
    shareBasisPoints: seller.shareOf(dimensions.publisher),
    charge: bid.charge ?? PER_IMPRESSION,
    billsOn: billsOn(seller.billOnOf(partner), events),
    isTest: context.request.isTest,
    portion: win.portion ?? 0,
    dimensions,
  };
  const responseMicros = paidMicros(win, currency);
  const landing = landingOf(sale, win, isLoadable, keys);
  const selling: Selling = {
    win,
    context,
    seller,
    responseMicros,
    nowMs,
    isLoadable,
    landing,
    sealed: sealSale(sale, keys, responseMicros, index),
    macros: undefined,
    callMacros: undefined,
  };
  const destination = leadsTo(ad.link.url, selling);
  const hasLurl = context.noticeUrls === 'all';
  let native = ad;
  let leftOut = NOTHING_LEFT_OUT;
  if (hasCalls(win, seller.trackersOf(partner))) {
    const planned = plannedCalls(selling, sale, events, destination);
    native = planned.native;
    leftOut = planned.leftOut;
    // In test mode partners get no calls. The ad is the same.
    if (!sale.isTest) carryUrls(selling.sealed, planned.urls);
  }
  if (landing !== undefined && !hasClickId(ad.link.url, destination, selling)) {
    leftOut = [...leftOut, NO_CLICK_ID];
  }

  // Ruling 70: the visitor of such a client sees these URLs, so they read no price, and tell of no loss: that would give
  // back what is reserved for a sale that is billed.
  const nurl = hasLurl ? noticeUrl('win', selling, WITH_PRICE) : noticeUrl('fixed-win', selling);
  const burl =
    sale.billsOn !== 'bill'
      ? undefined
      : hasLurl
        ? noticeUrl('bill', selling, WITH_PRICE)
        : noticeUrl('fixed-bill', selling);
  return {
    win,
    sale,
    responseMicros,
    // The version of the request: a client of Native 1.1 may not read 1.2.
    quotedAdm: quotedAdmOf(native, selling, imp.native.ver ?? NATIVE_VERSION, events, destination),
    nurl,
    burl,
    lurl: hasLurl ? noticeUrl('loss', selling, WITH_REASON) : undefined,
    clientTrackers: hasLurl || !isLoadable ? undefined : clientTrackers(nurl, burl),
    leftOut,
  };
}

function plannedCalls(
  selling: Selling,
  { billsOn, partner }: Sale,
  events: ClientEvents,
  destination: Destination | undefined,
) {
  const { win, context, seller } = selling;
  return planCalls(win, {
    billsOn,
    events,
    hasLurl: context.noticeUrls === 'all',
    macros: () => callMacrosOf(selling),
    trackers: seller.trackersOf(partner),
    roomBytes: seller.roomBytes,
    clickRoomBytes: destination && clickRoomBytes(seller.root, destination.encoded),
  });
}

/** Ruling 49. Where the request does not offer to report impressions, `burl` bills instead. */
function billsOn(billOn: BillOn, { impression }: ClientEvents): Sale['billsOn'] {
  if (billOn === 'win') return 'win';
  return billOn === 'impression' && impression !== undefined ? 'impression' : 'bill';
}

/** A page whose links go straight to the landing page adds the click id to them. */
function landingOf(
  sale: Sale,
  { candidate }: Win,
  isLoadable: boolean,
  keys: NoticeKeys,
): Landing | undefined {
  const { conversions } = candidate.bid;
  if (conversions === undefined) return undefined;
  const { parameter, windowDays } = conversions;
  return { parameter, clickId: clickIdOf(sale, { windowDays, isDirect: !isLoadable }, keys) };
}

/** Undefined: the link cannot go through this exchange. The caller cannot fill macros inside of it, so the price is filled here. */
function leadsTo(url: string, selling: Selling): Destination | undefined {
  if (!selling.isLoadable) return undefined;
  const filled = hasMacros(url) ? fillUrl(url, macrosOf(selling), DESTINATION_LENGTH_MAX) : url;
  const safe = destinationOf(filled);
  const { landing } = selling;
  return safe === undefined || landing === undefined ? safe : (withClickId(safe, landing) ?? safe);
}

function hasClickId(url: string, destination: Destination | undefined, selling: Selling): boolean {
  const { landing, isLoadable } = selling;
  if (landing === undefined) return false;
  if (!isLoadable) return directLanding(url, landing) !== undefined;
  return destination?.url.includes(landing.clickId) === true;
}

/** The click URL for a link, or the link itself where it cannot go through this exchange. */
function linkOf(url: string, destination: Destination | undefined, selling: Selling): string {
  const { sealed, landing, isLoadable, seller } = selling;
  if (destination === undefined) {
    return isLoadable || landing === undefined ? url : (directLanding(url, landing) ?? url);
  }
  const token = tokenOf(sealed, 'click');
  const code = textCode(sealed, token, destination.url);
  const calls = callsOf(sealed, 'click');
  const link = `${seller.headOf.click}${token}?to=${destination.encoded}&s=${code}`;
  return calls === undefined ? link : `${link}&c=${calls}`;
}

/** Every notice of a kind carries the same calls, so that the first to arrive brings them all. */
function noticeUrl(
  word: Exclude<NoticeWord, 'click' | 'feedback'>,
  { sealed, seller }: Selling,
  parameter = '',
): string {
  const { kind, signedAs } = FORM_BY_WORD[word];
  const calls = callsOf(sealed, kind);
  const url = `${seller.headOf[word]}${tokenOf(sealed, signedAs)}${parameter}`;
  if (calls === undefined) return url;
  return parameter === '' ? `${url}?c=${calls}` : `${url}&c=${calls}`;
}

/** The page adds what was said. The title is signed: the publisher sees what the person saw, whoever sold the ad. */
function feedbackUrl({ assets }: NativeResponse, { sealed, seller }: Selling): string {
  const title = shownTitle(assets?.find((asset) => asset.title !== undefined)?.title?.text ?? '');
  const token = tokenOf(sealed, 'feedback');
  const text = `t=${encodeURIComponent(title)}&s=${textCode(sealed, token, title)}`;
  return `${seller.headOf.feedback}${token}?${text}`;
}

/** As it stands in prepared markup: nothing of a click URL or of a notice is escaped in JSON. */
function urlOf(
  word: NoticeWord,
  native: NativeResponse,
  destination: Destination | undefined,
  selling: Selling,
): string {
  if (word === 'feedback') return feedbackUrl(native, selling);
  if (word !== 'click') return noticeUrl(word, selling);
  const url = linkOf(native.link.url, destination, selling);
  return destination === undefined ? inMarkup(url) : url;
}

function quotedAdmOf(
  native: NativeResponse,
  selling: Selling,
  ver: string,
  events: ClientEvents,
  destination: Destination | undefined,
): string {
  const { bid, imp } = selling.win.candidate;
  const form: MarkupForm = { ver, isWrapped: imp.isWrapped, events };
  // Partners of this process bid with the same ads again and again; all others make each ad anew.
  const isKept = bid.creative.kind === 'composed' && bid.creative.native === native;
  // Where the link goes through this exchange, its macros are filled in already.
  const isFilled = destination !== undefined || !hasMacros(native.link.url);
  const known = isKept && isFilled ? preparedMarkup(native, form) : undefined;
  if (known !== undefined) {
    let text = known.texts[0] as string;
    for (let at = 0; at < known.gaps.length; at++) {
      const url = urlOf(known.gaps[at] as NoticeWord, native, destination, selling);
      text = `${text}${url}${known.texts[at + 1]}`;
    }
    return text;
  }
  return freshAdm(native, selling, form, destination);
}

function freshAdm(
  native: NativeResponse,
  selling: Selling,
  form: MarkupForm,
  destination: Destination | undefined,
): string {
  const link = (url: string) => linkOf(url, leadsTo(url, selling), selling);
  const notice = (word: NoticeWord) => urlOf(word, native, destination, selling);
  const adm = quotedMarkup(native, { link, notice }, form);
  return hasMacros(adm) ? fillMarkup(adm, macrosOf(selling)) : adm;
}

function macrosOf(selling: Selling): MacroTexts {
  selling.macros ??= macroTexts(winMacros(selling, selling.context.inventory.currency));
  return selling.macros;
}

/** In USD, as the ledger is: for the URLs that this server calls. */
function callMacrosOf(selling: Selling): MacroTexts {
  if (selling.context.inventory.currency.code === USD.code) return macrosOf(selling);
  selling.callMacros ??= macroTexts(winMacros(selling, USD));
  return selling.callMacros;
}

function winMacros(
  { win, context, responseMicros, nowMs }: Selling,
  currency: Currency,
): MacroTexts {
  const { candidate, clearingMicros, minToWinMicros } = win;
  const { bid, priceMicros } = candidate;
  return {
    // OpenRTB calls the id of the bid request the auction's id.
    AUCTION_ID: context.request.wire.id,
    AUCTION_BID_ID: context.bidResponseId,
    AUCTION_IMP_ID: bid.impid,
    AUCTION_SEAT_ID: bid.seat,
    AUCTION_AD_ID: bid.adid ?? '',
    AUCTION_PRICE: String(fromMicros(responseMicros)),
    AUCTION_CURRENCY: currency.code,
    AUCTION_MBR: (clearingMicros / priceMicros).toFixed(4),
    AUCTION_LOSS: '0',
    AUCTION_MIN_TO_WIN: String(fromMicros(fromUsdMicros(minToWinMicros, currency, raised))),
    AUCTION_MULTIPLIER: '1',
    AUCTION_IMP_TS: String(Math.floor(nowMs)),
    // The publisher pays the price of the answer: nothing is taken off.
    AUCTION_DISCOUNT_PCT: '0',
    AUCTION_DISCOUNT_CPM: '0',
  };
}
