import type { Win } from '../auction/pick-winner.ts';
import type { Sale } from '../ledger/fact.ts';
import { fromMicros } from '../lib/money.ts';
import { shortened } from '../lib/shortened.ts';
import type { NativeRequest } from '../openrtb/native-request.ts';
import type { Firing } from './buyer.ts';
import { type ClientTracker, clientTrackers } from './client-trackers.ts';
import { safeDestination } from './destination.ts';
import type { NoticeKeys } from './keys.ts';
import { fillMacros, type MacroValues } from './macros.ts';
import { NOTICE_ROOT, type NoticeWord } from './paths.ts';
import type { RequestDimensions } from './report-dimensions.ts';
import { type SealedSale, sealSale } from './token.ts';

export type SaleNoticesParts = {
  /** Where callers reach this exchange, without a slash at the end. */
  readonly publicUrl: string;
  readonly keys: NoticeKeys;
  /** From 0 to 65535. */
  readonly machine: number;
  readonly nowMs: () => number;
  /** What `partners[].billOn` says. */
  readonly billsOnOf: (partner: string) => 'burl' | 'impression';
};

/** What a win has to be known with to be sold. */
export type Selling = {
  /** A UUID. */
  readonly auctionId: string;
  readonly dimensions: RequestDimensions;
  readonly isTest: boolean;
  readonly fires: Firing;
  /** The values of every macro but price. */
  readonly macros: () => MacroValues;
};

/** One sale, and the URLs that tell what becomes of it. */
export type SaleNotices = {
  readonly sale: Sale;
  readonly nurl: string;
  /** Undefined where the impression is what bills. */
  readonly burl: string | undefined;
  readonly lurl: string;
  /** To be added to the markup. */
  readonly trackers: readonly OwnTracker[];
  /** A client that offers no `eventtrackers` and fires trackers all the same has only the older list. */
  readonly trackersGoTo: 'eventtrackers' | 'imptrackers';
  /** For `bid.ext.eventtrackers`; undefined where the caller calls `nurl` and `burl`. */
  readonly clientTrackers: readonly ClientTracker[] | undefined;
  /** The link through us, or the same one where it cannot go through us. */
  readonly link: (url: string) => string;
};

export type OwnTracker = { readonly event: 1 | 2; readonly method: 1 | 2; readonly url: string };

export type Sell = (win: Win, selling: Selling) => SaleNotices;

const IMPRESSION = 1;
const VIEWABLE = 2;
const IMAGE = 1;
const SCRIPT = 2;

type Offered = NonNullable<NativeRequest['eventtrackers']>;

/** What clients of before Native Ads 1.2 fire. */
const IMPRESSION_IMAGE: Offered = [{ event: IMPRESSION, methods: [IMAGE] }];

const WITH_PRICE = '?p=${AUCTION_PRICE}';
const WITH_REASON = '?r=${AUCTION_LOSS}';

/** Gives every win its notices. */
export function createSaleNotices({
  publicUrl,
  keys,
  machine,
  nowMs,
  billsOnOf,
}: SaleNoticesParts): Sell {
  const root = `${publicUrl}${NOTICE_ROOT}`;
  const isSecure = /^https:/i.test(publicUrl);

  return (win, selling) => {
    const { partner, imp } = win.candidate;
    // Where a page takes https only, its browser would block ours, and the ad with it.
    const isWelcome = isSecure || imp.imp.secure !== 1;
    const isOlder = selling.fires === 'trackers-alone' && imp.native.eventtrackers === undefined;
    const offered = isOlder ? IMPRESSION_IMAGE : (imp.native.eventtrackers ?? []);
    const impressionMethod = isWelcome ? methodFor(IMPRESSION, offered) : undefined;
    // An impression that nobody can tell of cannot bill.
    const isBilledByImpression =
      impressionMethod !== undefined && billsOnOf(partner) === 'impression';
    const sale: Sale = {
      ...saleOf(win, selling),
      soldMs: Math.floor(nowMs() / 1000) * 1000,
      billsOn: isBilledByImpression ? 'impression' : 'bill',
      machine,
    };
    const sealed = sealSale(sale, keys);
    const won = `${root}${'win' satisfies NoticeWord}/${sealed.tokenOf('win')}`;
    const bill = isBilledByImpression
      ? undefined
      : `${root}${'bill' satisfies NoticeWord}/${sealed.tokenOf('bill')}`;
    const isToldByTrackers = isWelcome && selling.fires === 'trackers-alone';
    return {
      sale,
      nurl: `${won}${WITH_PRICE}`,
      burl: bill === undefined ? undefined : `${bill}${WITH_PRICE}`,
      lurl: `${root}${'loss' satisfies NoticeWord}/${sealed.tokenOf('loss')}${WITH_REASON}`,
      trackers: isWelcome ? ownTrackers(root, sealed, sale.billsOn, offered) : [],
      trackersGoTo: isOlder ? 'imptrackers' : 'eventtrackers',
      clientTrackers: isToldByTrackers ? clientTrackers(won, bill) : undefined,
      link: isWelcome ? linker(root, sealed, win, selling.macros) : (url) => url,
    };
  };
}

function saleOf(
  { candidate, clearingMicros }: Win,
  { auctionId, dimensions, isTest }: Selling,
): Omit<Sale, 'soldMs' | 'billsOn' | 'machine'> {
  const { partner, bid, format } = candidate;
  return {
    auctionId,
    impId: shortened(bid.impid),
    partner,
    seat: shortened(bid.seat),
    campaign: shortened(bid.cid ?? ''),
    creative: shortened(bid.crid ?? ''),
    priceMicros: clearingMicros,
    isTest,
    dimensions: { ...dimensions, format: format?.id ?? '' },
  };
}

/** How the publisher can tell of an event; an image before a script, which is heavier. */
function methodFor(event: number, offered: Offered): 1 | 2 | undefined {
  const offers = (method: number) =>
    offered.some((offer) => offer.event === event && offer.methods.includes(method));
  if (offers(IMAGE)) return IMAGE;
  return offers(SCRIPT) ? SCRIPT : undefined;
}

function ownTrackers(
  root: string,
  sealed: SealedSale,
  billsOn: Sale['billsOn'],
  offered: Offered,
): readonly OwnTracker[] {
  const trackers: OwnTracker[] = [];
  const impression = methodFor(IMPRESSION, offered);
  if (impression !== undefined) {
    const word: NoticeWord = impression === IMAGE ? 'imp' : 'imp.js';
    const end = billsOn === 'impression' ? WITH_PRICE : '';
    const url = `${root}${word}/${sealed.tokenOf('impression')}${end}`;
    trackers.push({ event: IMPRESSION, method: impression, url });
  }
  const viewable = methodFor(VIEWABLE, offered);
  if (viewable !== undefined) {
    const word: NoticeWord = viewable === IMAGE ? 'view' : 'view.js';
    const url = `${root}${word}/${sealed.tokenOf('viewable')}`;
    trackers.push({ event: VIEWABLE, method: viewable, url });
  }
  return trackers;
}

function linker(
  root: string,
  sealed: SealedSale,
  { clearingMicros }: Win,
  macros: () => MacroValues,
): (url: string) => string {
  let token: string | undefined;
  const through = (url: string) => {
    // Inside our link the caller cannot reach the macros any more, the price included.
    const price = String(fromMicros(clearingMicros));
    const destination = safeDestination(
      fillMacros(url, () => ({ ...macros(), AUCTION_PRICE: price })),
    );
    if (destination === undefined) return url;
    token ??= sealed.tokenOf('click');
    const code = sealed.linkCode(token, destination);
    const word: NoticeWord = 'click';
    return `${root}${word}/${token}?to=${encodeURIComponent(destination)}&s=${code}`;
  };
  // The link of the ad is asked for by whoever moves its trackers and by whoever replaces it.
  let last: { readonly url: string; readonly link: string } | undefined;
  return (url) => {
    if (last?.url !== url) last = { url, link: through(url) };
    return last.link;
  };
}
