import type { Win } from '../auction/pick-winner.ts';
import type { PartnerCalls } from '../ledger/entry.ts';
import type { FactKind } from '../ledger/fact.ts';
import type { NativeResponse } from '../openrtb/native-response.ts';
import { fillMacros, type MacroValues } from './macros.ts';
import type { SaleNotices } from './sale-urls.ts';
import { CLICK_LIFE_MS, NOTICE_LIFE_MS } from './token.ts';

const URLS_MAX = 20;
const URL_LENGTH_MAX = 2000;
const CALLABLE = /^https?:\/\/[^\s\\]+$/i;

const LOSS_MACRO = /\$\{AUCTION_LOSS(?::\w+)?\}/;

const IMAGE = 1;
const KIND_BY_EVENT: Readonly<Record<number, FactKind>> = { 1: 'impression', 2: 'viewable' };

export type Handover = {
  /** Undefined where the partner has no URLs, and in test mode. */
  readonly calls: PartnerCalls | undefined;
  /** The ad without the trackers that this server calls. */
  readonly native: NativeResponse;
};

/**
 * What a partner wants called when something happens to what it bought. What we hear of we pass on
 * ourselves, once; what we do not hear of stays in the ad, for the client to call.
 */
export function callsOf(
  { candidate }: Win,
  context: { readonly notices: SaleNotices; readonly macros: () => MacroValues },
): Handover {
  const { bid, native } = candidate;
  if (!hasCalls(bid, native)) return { calls: undefined, native };
  const { sale, trackers, link } = context.notices;
  const fill = (url: string) => fillMacros(url, context.macros, 'AUCTION_PRICE');
  const list = createList();

  // What bills comes first, for the case that there is more than is taken.
  if (bid.burl !== undefined) list.take(sale.billsOn, fill(bid.burl));
  if (bid.nurl !== undefined) list.take('win', fill(bid.nurl));
  if (bid.lurl !== undefined) {
    list.take('loss', bid.lurl.split(LOSS_MACRO).map(fill).join('${AUCTION_LOSS}'));
  }

  const isHeard = (kind: FactKind | undefined) =>
    trackers.some(({ event }) => KIND_BY_EVENT[event] === kind);
  const take = (kind: FactKind | undefined, url: string) =>
    kind !== undefined && isHeard(kind) && list.take(kind, fill(url));
  const imptrackers = native.imptrackers?.filter((url) => !take('impression', url));
  const eventtrackers = native.eventtrackers?.filter(
    ({ event, method, url }) =>
      method !== IMAGE || url === undefined || !take(KIND_BY_EVENT[event], url),
  );
  // An asset with a link of its own has trackers of its own: only the client knows which one was clicked.
  const isClickHeard =
    link(native.link.url) !== native.link.url &&
    (native.assets ?? []).every((asset) => asset.link === undefined);
  const clicktrackers = native.link.clicktrackers?.filter(
    (url) => !isClickHeard || !list.take('click', fill(url)),
  );

  return {
    calls: sale.isTest ? undefined : list.callsFor(sale),
    native: withTrackers(native, { imptrackers, eventtrackers, clicktrackers }),
  };
}

/** Campaigns and offers have none. */
function hasCalls(
  { nurl, burl, lurl }: Win['candidate']['bid'],
  { imptrackers, eventtrackers, link }: NativeResponse,
): boolean {
  const calls = [nurl, burl, lurl, imptrackers, eventtrackers, link.clicktrackers];
  return calls.some((one) => one !== undefined);
}

function createList() {
  const urls: Partial<Record<FactKind, string[]>> = {};
  let count = 0;
  return {
    /** Whether it will be called from here. */
    take(kind: FactKind, url: string): boolean {
      if (count >= URLS_MAX || url.length > URL_LENGTH_MAX || !CALLABLE.test(url)) return false;
      urls[kind] = [...(urls[kind] ?? []), url];
      count++;
      return true;
    },
    callsFor({ auctionId, impId, partner, soldMs }: SaleNotices['sale']): PartnerCalls | undefined {
      if (count === 0) return undefined;
      const until = {
        untilMs: soldMs + NOTICE_LIFE_MS,
        ...(urls.click === undefined ? {} : { clickUntilMs: soldMs + CLICK_LIFE_MS }),
      };
      return { auctionId, impId, partner, ...until, urls };
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
