import type { Win } from '../auction/pick-winner.ts';
import type { PartnerCalls } from '../ledger/entry.ts';
import type { NativeResponse } from '../openrtb/native-response.ts';
import type { FactKind } from '../sale/fact.ts';
import { fillUrl, type MacroTexts } from './macros.ts';
import type { SaleNotices } from './sale-urls.ts';
import { CLICK_LIFE_MS, NOTICE_LIFE_MS } from './token.ts';

const URLS_MAX = 20;
const URL_LENGTH_MAX = 2000;
const CALLABLE = /^https?:\/\/[^\s\\]+$/i;

/** The ledger fills them in when it knows how the sale ended. */
const KEPT = ['AUCTION_PRICE'] as const;
const KEPT_IN_LOSS = ['AUCTION_PRICE', 'AUCTION_LOSS'] as const;

const IMAGE = 1;
const KIND_BY_EVENT: Readonly<Record<number, FactKind>> = { 1: 'impression', 2: 'viewable' };

export type Handover = {
  /** Undefined where the partner has no URLs, and in test mode. */
  readonly calls: PartnerCalls | undefined;
  /** The ad without the trackers that this server calls. */
  readonly native: NativeResponse;
};

/** Where a partner's trackers are called from: by the client, or by this server (ruling 50). */
export type TrackerSide = 'client' | 'server';

export type CallContext = {
  readonly notices: SaleNotices;
  /** In USD, as the ledger fills in the price. */
  readonly macros: MacroTexts;
  readonly trackers: TrackerSide;
};

/**
 * The partner's URLs that this server calls: always the notices of the bid, and its trackers too where they
 * are called by the server. A tracker of an event that no notice reports stays in the ad.
 */
export function callsOf({ candidate }: Win, context: CallContext): Handover {
  const { bid, native } = candidate;
  const { sale } = context.notices;
  if (hasNoUrls(bid) && (context.trackers === 'client' || !hasTrackers(native))) {
    return { calls: undefined, native };
  }
  const list = createList(context.macros);

  // The billing URL comes first, so that the limit on URLs never excludes it.
  if (bid.burl !== undefined) list.take(sale.billsOn, bid.burl);
  if (bid.nurl !== undefined) list.take('win', bid.nurl);
  if (bid.lurl !== undefined) list.take('loss', bid.lurl);

  const left = context.trackers === 'server' ? takeTrackers(native, context.notices, list) : native;
  return { calls: sale.isTest ? undefined : list.callsFor(sale), native: left };
}

/** The ad without the trackers that the list has taken. */
function takeTrackers(
  native: NativeResponse,
  { trackers, imptracker, link }: SaleNotices,
  list: CallList,
): NativeResponse {
  const isReported = (kind: FactKind) =>
    trackers.some(({ event }) => KIND_BY_EVENT[event] === kind) ||
    (kind === 'impression' && imptracker !== undefined);
  const take = (kind: FactKind | undefined, url: string) =>
    kind !== undefined && isReported(kind) && list.take(kind, url);
  const imptrackers = native.imptrackers?.filter((url) => !take('impression', url));
  const eventtrackers = native.eventtrackers?.filter(
    ({ event, method, url }) =>
      method !== IMAGE || url === undefined || !take(KIND_BY_EVENT[event], url),
  );
  // Where assets have links of their own, a click does not say which link it was on.
  const isClickReported =
    link(native.link.url) !== native.link.url &&
    (native.assets ?? []).every((asset) => asset.link === undefined);
  const clicktrackers = native.link.clicktrackers?.filter(
    (url) => !isClickReported || !list.take('click', url),
  );
  return withTrackers(native, { imptrackers, eventtrackers, clicktrackers });
}

/** As bids of campaigns and product searches. */
function hasNoUrls({ burl, nurl, lurl }: Win['candidate']['bid']): boolean {
  return burl === undefined && nurl === undefined && lurl === undefined;
}

/** Ads of campaigns and product searches have no trackers. */
function hasTrackers({ imptrackers, eventtrackers, link }: NativeResponse): boolean {
  return (
    imptrackers !== undefined || eventtrackers !== undefined || link.clicktrackers !== undefined
  );
}

type CallList = ReturnType<typeof createList>;

function createList(macros: MacroTexts) {
  const urls: Partial<Record<FactKind, string[]>> = {};
  let count = 0;
  return {
    /** Whether this server will call the URL. */
    take(kind: FactKind, url: string): boolean {
      if (count >= URLS_MAX) return false;
      const kept = kind === 'loss' ? KEPT_IN_LOSS : KEPT;
      const filled = fillUrl(url, macros, { lengthMax: URL_LENGTH_MAX, kept });
      if (filled === undefined || !CALLABLE.test(filled)) return false;
      urls[kind] = [...(urls[kind] ?? []), filled];
      count++;
      return true;
    },
    callsFor({ auctionId, impId, partner, soldMs }: SaleNotices['sale']): PartnerCalls | undefined {
      if (count === 0) return undefined;
      const until = {
        untilMs: soldMs + NOTICE_LIFE_MS,
        ...(urls.click === undefined ? {} : { clickUntilMs: soldMs + CLICK_LIFE_MS }),
      };
      return { auctionId, impId, partner, soldMs, ...until, urls };
    },
  };
}

type LeftTrackers = {
  readonly imptrackers: NativeResponse['imptrackers'] | undefined;
  readonly eventtrackers: NativeResponse['eventtrackers'] | undefined;
  readonly clicktrackers: NativeResponse['link']['clicktrackers'] | undefined;
};

function withTrackers(native: NativeResponse, left: LeftTrackers): NativeResponse {
  const { imptrackers: _, eventtrackers: __, link, ...rest } = native;
  const { clicktrackers: ___, ...bareLink } = link;
  const { imptrackers = [], eventtrackers = [], clicktrackers = [] } = left;
  return {
    ...rest,
    link: clicktrackers.length === 0 ? bareLink : { ...bareLink, clicktrackers },
    ...(imptrackers.length === 0 ? {} : { imptrackers }),
    ...(eventtrackers.length === 0 ? {} : { eventtrackers }),
  };
}
