import { type Ad, type Notice, readAd, type Why } from './ad.ts';
import { isRecord, listOf, safeText, safeUrl } from './safe-text.ts';

/** One bid of the exchange's answer, read as an ad. */

type Markup = Readonly<Record<string, unknown>>;

export type ReadBidOptions = {
  readonly isTest: boolean;
  /** Whether the page is https, where a browser blocks what is not. */
  readonly isSecure: boolean;
  readonly why: Why;
};

const ASSETS_MAX = 40;
const MAIN_IMAGE = 3;
const ICON = 1;
const DATA = { sponsor: 1, text: 2, rating: 3, price: 6, salePrice: 7, action: 12 } as const;

const PRICE = '${AUCTION_PRICE}';

/** The ad of a bid, or why there is none in it. */
export function readBid(
  bid: unknown,
  options: ReadBidOptions,
): Ad | 'unreadable' | 'not-secure' | 'price-in-page' {
  if (!isRecord(bid) || typeof bid.adm !== 'string') return 'unreadable';
  const price = typeof bid.price === 'number' ? String(bid.price) : '';
  const native = parseMarkup(bid.adm.replaceAll(PRICE, price));
  if (native === null) return 'unreadable';
  const calls = [bid.nurl, bid.burl].filter((url) => typeof url === 'string');
  // Ruling 70: the page calls them, so none may read a price that a visitor could change.
  if (calls.some(readsPrice)) return 'price-in-page';
  // An ad that could not be told of from this page would be shown for nothing.
  if (options.isSecure && calls.some((url) => !url.startsWith('https:'))) return 'not-secure';
  const [domain] = listOf(bid.adomain, 1);
  const read = readAd({
    ...partsOf(native),
    advertiser: dataOf(native, DATA.sponsor) ?? domain,
    ...payersOf(bid.ext),
    id: bid.id,
    domain,
    campaign: bid.cid,
    format: formatOf(bid.ext),
    ai: aiOf(bid.ext),
    isTest: options.isTest,
    why: options.why,
    notices: noticesOf(native, calls),
  });
  return read ?? 'unreadable';
}

/** A macro for the price, or the price itself, is in it. */
function readsPrice(url: string): boolean {
  return url.includes(PRICE) || /[?&]p=/.test(url);
}

function partsOf(native: Markup) {
  const images = assetsOf(native, 'img');
  return {
    title: assetsOf(native, 'title')[0]?.text,
    text: dataOf(native, DATA.text),
    action: dataOf(native, DATA.action),
    price: dataOf(native, DATA.price),
    salePrice: dataOf(native, DATA.salePrice),
    rating: Number(dataOf(native, DATA.rating)),
    image: images.find(({ type = MAIN_IMAGE }) => type === MAIN_IMAGE),
    icon: images.find(({ type }) => type === ICON),
    link: isRecord(native.link) ? native.link.url : undefined,
  };
}

function assetsOf(native: Markup, kind: 'title' | 'img' | 'data'): readonly Markup[] {
  return listOf(native.assets, ASSETS_MAX)
    .filter(isRecord)
    .map((asset) => asset[kind])
    .filter(isRecord);
}

/** Absent where it says nothing that could be shown. */
function dataOf(native: Markup, wanted: number): unknown {
  const data = assetsOf(native, 'data');
  return data.find(({ type, value }) => type === wanted && safeText(value, 1) !== null)?.value;
}

/** Wrapped in `native` as Native 1.0 has it, or the bare root of later versions. */
function parseMarkup(adm: string): Markup | null {
  try {
    const root: unknown = JSON.parse(adm);
    if (!isRecord(root)) return null;
    return isRecord(root.native) ? root.native : root;
  } catch {
    return null;
  }
}

const IMPRESSION = 1;
const VIEWABLE = 2;
/** Of the exchange's own events: see `NATIVE` of the request. */
export const FEEDBACK = 501;
const BY_IMAGE = 1;
const TRACKERS_MAX = 40;

function noticesOf(native: Markup, calls: readonly string[]) {
  const origin = originOf(calls[0]);
  const notice = (url: unknown): Notice[] => {
    const address = safeUrl(url);
    if (address === null) return [];
    return [{ url: address, by: originOf(address) === origin ? 'beacon' : 'image' }];
  };
  const trackers = listOf(native.eventtrackers, TRACKERS_MAX).filter(isRecord);
  const of = (event: number) =>
    trackers
      .filter((tracker) => tracker.event === event && tracker.method === BY_IMAGE)
      .flatMap(({ url }) => notice(url));
  const links = isRecord(native.link) ? listOf(native.link.clicktrackers, TRACKERS_MAX) : [];
  return {
    drawn: [
      ...calls.flatMap(notice),
      ...of(IMPRESSION),
      ...listOf(native.imptrackers, TRACKERS_MAX).flatMap(notice),
    ],
    viewable: of(VIEWABLE),
    clicked: links.flatMap(notice),
    // Only the exchange is told: a bidder's tracker of that number is something else.
    feedback: of(FEEDBACK).filter(({ by }) => by === 'beacon'),
  };
}

function originOf(url: string | undefined): string | null {
  const address = safeUrl(url);
  return address === null ? null : new URL(address).origin;
}

function aiOf(ext: unknown): unknown {
  const parley = isRecord(ext) ? ext.parley : undefined;
  return isRecord(parley) ? parley.ai : undefined;
}

function formatOf(ext: unknown): unknown {
  const service = isRecord(ext) ? ext.service : undefined;
  const format = isRecord(service) ? service.format : undefined;
  return isRecord(format) ? format.id : undefined;
}

/** What the Digital Services Act has to be told of: who paid, and on whose behalf the ad is shown. */
function payersOf(ext: unknown) {
  const dsa = isRecord(ext) && isRecord(ext.dsa) ? ext.dsa : {};
  return { payer: dsa.paid, behalf: dsa.behalf };
}
