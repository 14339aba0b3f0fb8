import type { Win } from '../auction/award.ts';
import type { NativeResponse } from '../openrtb/native-response.ts';
import { isCallable } from './due-calls.ts';
import type { FactKind, Sale } from './fact.ts';
import { fillUrl, hasMacros, type MacroTexts } from './macros.ts';
import { type ClientEvents, IMAGE, IMPRESSION, VIEWABLE } from './mark-native.ts';
import { FORM_BY_WORD } from './paths.ts';
import { bytesWithin, CALLS_MAX } from './sealed-calls.ts';
import { CODE_LENGTH, type PartnerUrls, TOKEN_LENGTH_MAX } from './token.ts';

/** Where a partner's trackers are called from: by the client, or by this server (ruling 50). */
export type TrackerSide = 'client' | 'server';

type PlanContext = Pick<Sale, 'billsOn'> & {
  readonly events: ClientEvents;
  /** Whether the caller gets a URL for a loss. */
  readonly hasLurl: boolean;
  /** In USD, as the price of a fact. */
  readonly macros: () => MacroTexts;
  readonly trackers: TrackerSide;
  /** Bytes of URLs for which a notice has room. */
  readonly roomBytes: number;
  /** The same of a click, which has its destination beside them; undefined where no click is reported. */
  readonly clickRoomBytes: number | undefined;
};

/** Whether there is anything to plan: bids and ads of campaigns and product searches have no URLs to call. */
export function hasCalls({ candidate: { bid, native } }: Win, trackers: TrackerSide): boolean {
  return (
    isGiven(bid.burl) ||
    isGiven(bid.nurl) ||
    isGiven(bid.lurl) ||
    (trackers === 'server' &&
      (native.imptrackers ?? native.eventtrackers ?? native.link.clicktrackers) !== undefined)
  );
}

/**
 * The partner's URLs that this server calls: always the notices of the bid, and its trackers too where they
 * are called by the server. A tracker of an event that no notice reports stays in the ad. `native` is the ad without the
 * trackers that this server calls.
 */
export function planCalls({ candidate }: Win, context: PlanContext): CallPlan {
  const { bid, native } = candidate;
  const { billsOn, hasLurl, trackers } = context;
  const list = createList(context);
  // The billing URL comes first, so that the others never take its room.
  if (isGiven(bid.burl)) list.take(billsOn, 'burl', [bid.burl]);
  if (isGiven(bid.nurl)) list.take('win', 'nurl', [bid.nurl]);
  if (isGiven(bid.lurl) && hasLurl) list.take('loss', 'lurl', [bid.lurl]);
  const left = trackers === 'server' ? takeTrackers(native, context, list) : native;
  return { urls: list.urls, native: left, leftOut: list.leftOut };
}

type CallPlan = {
  readonly urls: PartnerUrls;
  readonly native: NativeResponse;
  readonly leftOut: readonly LeftOut[];
};

function isGiven(url: string | undefined): url is string {
  return url !== undefined && url !== '';
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
    clickRoomBytes !== undefined;
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
const NO_MACROS: MacroTexts = {};
const KEPT_IN_LOSS = ['AUCTION_PRICE', 'AUCTION_LOSS'] as const;

function createList({ macros, roomBytes, clickRoomBytes }: PlanContext) {
  const urls: Partial<Record<FactKind, readonly string[]>> = {};
  const usedBytes: Partial<Record<FactKind, number>> = {};
  const leftOut: LeftOut[] = [];

  function taken(kind: FactKind, wanted: readonly string[]): 'taken' | LeftOut['reason'] {
    const before = urls[kind] ?? [];
    if (before.length + wanted.length > CALLS_MAX) return 'no-room';
    const room = (kind === 'click' ? clickRoomBytes : undefined) ?? roomBytes;
    const kept = kind === 'loss' ? KEPT_IN_LOSS : KEPT;
    const all = [...before];
    let bytes = usedBytes[kind] ?? 0;
    for (const url of wanted) {
      const filled = fillUrl(url, hasMacros(url) ? macros() : NO_MACROS, room - bytes, kept);
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

/** Servers, proxies and the publisher's kit take URLs of this length. The destination of a click can exceed it alone. */
export const NOTICE_URL_LENGTH_MAX = 4096;

const WORD_LENGTH_MAX = Math.max(...Object.keys(FORM_BY_WORD).map(({ length }) => length));

/** The longest of the other parameters, with their marks, and `&c=`. */
const PARAMETERS = '?p=${AUCTION_PRICE}&c=';
const LINK_PARAMETERS = '?to=&s=&c=';

/** The bytes of partners' URLs for which every notice under this root has room, whatever its token. */
export function noticeRoomBytes(root: string): number {
  return bytesWithin(roomFor(root) - PARAMETERS.length);
}

/** The same of a click. */
export function clickRoomBytes(root: string, encodedDestination: string): number {
  const others = LINK_PARAMETERS.length + encodedDestination.length + CODE_LENGTH;
  return bytesWithin(roomFor(root) - others);
}

function roomFor(root: string): number {
  return NOTICE_URL_LENGTH_MAX - root.length - WORD_LENGTH_MAX - '/'.length - TOKEN_LENGTH_MAX;
}

export type LeftOutUrls =
  | 'burl'
  | 'nurl'
  | 'lurl'
  | 'impression-trackers'
  | 'viewable-trackers'
  | 'click-trackers'
  | 'click-id';

/** URLs of a partner that this server does not call, where trackers stay in the ad, and a click id without room. */
export type LeftOut = {
  readonly what: LeftOutUrls;
  readonly reason: 'no-room' | 'not-callable';
  readonly count: number;
};

const REASONS: Readonly<Record<LeftOut['reason'], string>> = {
  'no-room': `a notice has room for ${CALLS_MAX} URLs and ${NOTICE_URL_LENGTH_MAX} characters in all`,
  'not-callable': 'expected an http or https URL without white space',
};

/** For the explanation of the auction. */
export function leftOutSentence({ what, reason, count }: LeftOut): string {
  if (what === 'click-id') return 'its link has no click id, for which it is too long';
  const [event, trackers] = what.split('-');
  if (trackers === undefined) return `its ${what} is not called: ${REASONS[reason]}`;
  return `its trackers of the ${event} (${count}) stay in the ad: ${REASONS[reason]}`;
}
