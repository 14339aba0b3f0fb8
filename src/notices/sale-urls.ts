import type { Win } from '../auction/pick-winner.ts';
import type { Sale } from '../ledger/fact.ts';
import { fromMicros } from '../lib/money.ts';
import { shortened } from '../lib/shortened.ts';
import type { NativeRequest } from '../openrtb/native-request.ts';
import { safeDestination } from './destination.ts';
import type { NoticeKeys } from './keys.ts';
import { fillMacros, type MacroValues } from './macros.ts';
import { NOTICE_ROOT, type NoticeWord } from './paths.ts';
import type { RequestDimensions } from './report-dimensions.ts';
import { type SealedSale, sealSale } from './token.ts';

export type SaleNoticesParts = {
  /** The public URL of this exchange, without a trailing slash. */
  readonly publicUrl: string;
  readonly keys: NoticeKeys;
  /** From 0 to 65535. */
  readonly machine: number;
  readonly nowMs: () => number;
  /** `partners[].billOn` of the config. */
  readonly billsOnOf: (partner: string) => 'burl' | 'impression';
};

/** What is needed besides the win to sell it. */
export type Selling = {
  /** A UUID. */
  readonly auctionId: string;
  readonly dimensions: RequestDimensions;
  readonly isTest: boolean;
  /** The values of all macros except the price. */
  readonly macros: () => MacroValues;
};

/** One sale and the URLs of its notices. */
export type SaleNotices = {
  readonly sale: Sale;
  readonly nurl: string;
  /** Undefined where another notice bills. */
  readonly burl: string | undefined;
  readonly lurl: string;
  /** To be added to the markup. */
  readonly trackers: readonly OwnTracker[];
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
  billsOnOf,
}: SaleNoticesParts): Sell {
  const root = `${publicUrl}${NOTICE_ROOT}`;
  const isSecure = /^https:/i.test(publicUrl);

  return (win, selling) => {
    const { partner, imp } = win.candidate;
    // A page that requires https would block http trackers and links.
    const isLoadable = isSecure || imp.imp.secure !== 1;
    const impressionMethod = isLoadable ? methodFor(IMPRESSION, imp.native) : undefined;
    // Without a tracker the impression is never reported, so it cannot bill.
    const isBilledByImpression =
      impressionMethod !== undefined && billsOnOf(partner) === 'impression';
    const sale: Sale = {
      ...saleOf(win, selling),
      soldMs: Math.floor(nowMs() / 1000) * 1000,
      billsOn: isBilledByImpression ? 'impression' : 'bill',
      machine,
    };
    const sealed = sealSale(sale, keys);
    return {
      sale,
      nurl: `${root}${'win' satisfies NoticeWord}/${sealed.tokenOf('win')}${WITH_PRICE}`,
      burl: isBilledByImpression
        ? undefined
        : `${root}${'bill' satisfies NoticeWord}/${sealed.tokenOf('bill')}${WITH_PRICE}`,
      lurl: `${root}${'loss' satisfies NoticeWord}/${sealed.tokenOf('loss')}${WITH_REASON}`,
      trackers: isLoadable ? ownTrackers(root, sealed, sale.billsOn, imp.native) : [],
      link: isLoadable ? linker(root, sealed, win, selling.macros) : (url) => url,
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

/** The tracking method that the publisher offers for an event; an image before a script. */
function methodFor(event: number, { eventtrackers = [] }: NativeRequest): 1 | 2 | undefined {
  const offers = (method: number) =>
    eventtrackers.some((offer) => offer.event === event && offer.methods.includes(method));
  if (offers(IMAGE)) return IMAGE;
  return offers(SCRIPT) ? SCRIPT : undefined;
}

function ownTrackers(
  root: string,
  sealed: SealedSale,
  billsOn: Sale['billsOn'],
  request: NativeRequest,
): readonly OwnTracker[] {
  const trackers: OwnTracker[] = [];
  const impression = methodFor(IMPRESSION, request);
  if (impression !== undefined) {
    const word: NoticeWord = impression === IMAGE ? 'imp' : 'imp.js';
    const end = billsOn === 'impression' ? WITH_PRICE : '';
    const url = `${root}${word}/${sealed.tokenOf('impression')}${end}`;
    trackers.push({ event: IMPRESSION, method: impression, url });
  }
  const viewable = methodFor(VIEWABLE, request);
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
    // The caller cannot fill macros inside the signed destination, so the price is filled here.
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
  // `callsOf` and `markNative` both ask for the link of the ad, which is signed once.
  let last: { readonly url: string; readonly link: string } | undefined;
  return (url) => {
    if (last?.url !== url) last = { url, link: through(url) };
    return last.link;
  };
}
