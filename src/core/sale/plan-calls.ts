import type { Win } from '../auction/pick-winner.ts';
import type { NativeResponse } from '../openrtb/native-response.ts';
import { type ClientEvents, IMAGE, IMPRESSION, VIEWABLE } from './client-events.ts';
import { isCallable } from './due-calls.ts';
import type { FactKind, Sale } from './fact.ts';
import { fillUrl, type MacroTexts } from './macros.ts';
import type { LeftOut, LeftOutUrls } from './notice-room.ts';
import { CALLS_MAX } from './sealed-calls.ts';
import type { PartnerUrls } from './token.ts';

/** Where a partner's trackers are called from: by the client, or by this server (ruling 50). */
export type TrackerSide = 'client' | 'server';

type PlanContext = Pick<Sale, 'billsOn'> & {
  readonly events: ClientEvents;
  /** Whether the caller gets a URL for a loss. */
  readonly hasLurl: boolean;
  /** In USD, as the price of a fact. */
  readonly macros: MacroTexts;
  readonly trackers: TrackerSide;
  /** Bytes of URLs for which a notice has room. */
  readonly roomBytes: number;
  /** The same of a click, which has its destination beside them; undefined where no click is reported. */
  readonly clickRoomBytes: () => number | undefined;
};

/**
 * The partner's URLs that this server calls: always the notices of the bid, and its trackers too where they
 * are called by the server. A tracker of an event that no notice reports stays in the ad. `native` is the ad without the
 * trackers that this server calls.
 */
export function planCalls({ candidate }: Win, context: PlanContext) {
  const { bid, native } = candidate;
  const { billsOn, hasLurl, trackers } = context;
  if (!hasUrls(bid) && (trackers === 'client' || !hasTrackers(native))) {
    return { urls: NO_URLS, native, leftOut: NOTHING_LEFT_OUT };
  }
  const list = createList(context);
  // The billing URL comes first, so that the others never take its room.
  if (isGiven(bid.burl)) list.take(billsOn, 'burl', [bid.burl]);
  if (isGiven(bid.nurl)) list.take('win', 'nurl', [bid.nurl]);
  if (isGiven(bid.lurl) && hasLurl) list.take('loss', 'lurl', [bid.lurl]);
  const left = trackers === 'server' ? takeTrackers(native, context, list) : native;
  const urls: PartnerUrls = list.urls;
  return { urls, native: left, leftOut: list.leftOut };
}

const NO_URLS: PartnerUrls = {};
const NOTHING_LEFT_OUT: readonly LeftOut[] = [];

function isGiven(url: string | undefined): url is string {
  return url !== undefined && url !== '';
}

/** Bids of campaigns and product searches have none. */
function hasUrls({ burl, nurl, lurl }: Win['candidate']['bid']): boolean {
  return isGiven(burl) || isGiven(nurl) || isGiven(lurl);
}

/** Ads of campaigns and product searches have none. */
function hasTrackers({ imptrackers, eventtrackers, link }: NativeResponse): boolean {
  return (
    imptrackers !== undefined || eventtrackers !== undefined || link.clicktrackers !== undefined
  );
}

/** The ad without the trackers that the list has taken, which are all of an event or none. */
function takeTrackers(
  native: NativeResponse,
  { events, clickRoomBytes }: PlanContext,
  { take }: CallList,
): NativeResponse {
  const { imptrackers = [], eventtrackers = [], link, assets = [] } = native;
  const imagesOf = (event: number) =>
    eventtrackers.flatMap((tracker) => (isImage(tracker, event) ? (tracker.url ?? []) : []));
  const takes = (kind: FactKind, what: LeftOutUrls, wanted: readonly string[]) =>
    wanted.length > 0 && take(kind, what, wanted);

  const { impression, viewable, hasImptracker } = events;
  const hasImpressions =
    (impression !== undefined || hasImptracker) &&
    takes('impression', 'impression-trackers', [...imptrackers, ...imagesOf(IMPRESSION)]);
  const hasViewables =
    viewable !== undefined && takes('viewable', 'viewable-trackers', imagesOf(VIEWABLE));
  // Where assets have links of their own, a click does not say which link it was on.
  const isClickReported =
    link.clicktrackers !== undefined &&
    assets.every((asset) => asset.link === undefined) &&
    clickRoomBytes() !== undefined;
  const hasClicks = isClickReported && takes('click', 'click-trackers', link.clicktrackers);

  if (!hasImpressions && !hasViewables && !hasClicks) return native;
  return withTrackers(native, {
    imptrackers: hasImpressions ? [] : imptrackers,
    eventtrackers: eventtrackers.filter(
      (tracker) =>
        !(hasImpressions && isImage(tracker, IMPRESSION)) &&
        !(hasViewables && isImage(tracker, VIEWABLE)),
    ),
    clicktrackers: hasClicks ? [] : (link.clicktrackers ?? []),
  });
}

type EventTracker = NonNullable<NativeResponse['eventtrackers']>[number];

function isImage(tracker: EventTracker, event: number): boolean {
  return tracker.event === event && tracker.method === IMAGE && tracker.url !== undefined;
}

type CallList = ReturnType<typeof createList>;

/** The last step fills them in, when it is known how the sale ended. */
const KEPT = ['AUCTION_PRICE'] as const;
const KEPT_IN_LOSS = ['AUCTION_PRICE', 'AUCTION_LOSS'] as const;

function createList({ macros, roomBytes, clickRoomBytes }: PlanContext) {
  const urls: Partial<Record<FactKind, readonly string[]>> = {};
  const usedBytes: Partial<Record<FactKind, number>> = {};
  const leftOut: LeftOut[] = [];

  function taken(kind: FactKind, wanted: readonly string[]): 'taken' | LeftOut['reason'] {
    const before = urls[kind] ?? [];
    if (before.length + wanted.length > CALLS_MAX) return 'no-room';
    const room = (kind === 'click' ? clickRoomBytes() : undefined) ?? roomBytes;
    const kept = kind === 'loss' ? KEPT_IN_LOSS : KEPT;
    const all = [...before];
    let bytes = usedBytes[kind] ?? 0;
    for (const url of wanted) {
      const filled = fillUrl(url, macros, room - bytes, kept);
      if (filled === undefined) return 'no-room';
      if (!isCallable(filled)) return 'not-callable';
      bytes += Buffer.byteLength(filled);
      if (bytes > room) return 'no-room';
      // For the separator to the next one.
      bytes += 1;
      all.push(filled);
    }
    urls[kind] = all;
    usedBytes[kind] = bytes;
    return 'taken';
  }

  return {
    urls,
    leftOut,
    /** Takes all of the URLs, or none of them. */
    take(kind: FactKind, what: LeftOutUrls, wanted: readonly string[]): boolean {
      const result = taken(kind, wanted);
      if (result === 'taken') return true;
      leftOut.push({ what, reason: result, count: wanted.length });
      return false;
    },
  };
}

function withTrackers(
  native: NativeResponse,
  left: {
    readonly imptrackers: readonly string[];
    readonly eventtrackers: readonly EventTracker[];
    readonly clicktrackers: readonly string[];
  },
): NativeResponse {
  const { imptrackers, eventtrackers, clicktrackers } = left;
  const { imptrackers: _, eventtrackers: __, link, ...rest } = native;
  const { clicktrackers: ___, ...bareLink } = link;
  return {
    ...rest,
    link: clicktrackers.length === 0 ? bareLink : { ...bareLink, clicktrackers },
    ...(imptrackers.length === 0 ? {} : { imptrackers }),
    ...(eventtrackers.length === 0 ? {} : { eventtrackers }),
  };
}
