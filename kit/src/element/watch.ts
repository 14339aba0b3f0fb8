import type { Ad, Notice } from '../ad.ts';
import { lookAt } from './look.ts';

/** What counts as seen: half of it on the screen for a second without a break (MRC). */
const SHARE = 0.5;
const SEEN_MS = 1_000;
/**
 * An answer that is still written above an ad pushes it along. Its second begins once it has stood still for so long;
 * so few pixels are no movement.
 */
const STILL_MS = 200;
const STILL_PX = 4;
/** A page that draws no frame for longer was asleep: nobody knows what was on the screen. */
const FRAME_MS_MAX = 1_000;
/** For how long a label may be covered when its ad is drawn, before the ad goes. */
const COVERED_MS_MAX = 1_000;

export type Watcher = {
  readonly isDrawn: boolean;
  /** The ad is in the page, and its label can be seen. At once, unless something hides it. */
  readonly onDrawn: () => void;
  /** It was seen for long enough: the last call. */
  readonly onSeen: () => void;
  /** The ad can be seen and its label cannot: the last call. */
  readonly onStripped: () => void;
};

/** Watches a card until it was seen; the result stops it. */
export function watch(card: Element, watcher: Watcher): () => void {
  let stop = () => {};
  const whileDrawn = () => {
    stop = awaitSeen(card, watcher);
  };
  if (watcher.isDrawn) {
    whileDrawn();
  } else {
    const onDrawn = () => {
      watcher.onDrawn();
      whileDrawn();
    };
    const first = lookAt(card);
    if (first === 'shown') onDrawn();
    else if (first === 'stripped') watcher.onStripped();
    else stop = awaitDrawn(card, onDrawn, watcher.onStripped);
  }
  return () => stop();
}

/** Looks until the label can be seen, or has been covered for too long. */
function awaitDrawn(card: Element, onDrawn: () => void, onStripped: () => void): () => void {
  let coveredSinceMs: number | undefined;
  return eachFrame(card, 0, {
    begin() {
      coveredSinceMs = undefined;
    },
    step(nowMs) {
      const look = lookAt(card);
      if (look === 'shown') return onDrawn;
      if (look === 'covered') coveredSinceMs ??= nowMs;
      else coveredSinceMs = undefined;
      const isCovered = nowMs - (coveredSinceMs ?? nowMs) >= COVERED_MS_MAX;
      return look === 'stripped' || isCovered ? onStripped : undefined;
    },
  });
}

/** Waits until the card has been on the screen and stood still for long enough, and its label can be seen then. */
function awaitSeen(card: Element, { onSeen, onStripped }: Watcher): () => void {
  let place = card.getBoundingClientRect();
  let sinceMs = 0;
  let lastMs = 0;
  const begin = (nowMs: number) => {
    place = card.getBoundingClientRect();
    sinceMs = nowMs;
    lastMs = nowMs;
  };
  return eachFrame(card, SHARE, {
    begin,
    step(nowMs) {
      const isAwake = nowMs - lastMs <= FRAME_MS_MAX;
      lastMs = nowMs;
      if (!isAwake || hasMoved(place, card.getBoundingClientRect())) begin(nowMs);
      if (nowMs - sinceMs < STILL_MS + SEEN_MS) return undefined;
      const look = lookAt(card);
      if (look === 'shown') return onSeen;
      begin(nowMs);
      return look === 'stripped' ? onStripped : undefined;
    },
  });
}

type Frames = {
  /** Before the first frame, and after each break. */
  readonly begin: (nowMs: number) => void;
  /** What to do after the last frame; undefined where it was not the last. */
  readonly step: (nowMs: number) => (() => void) | undefined;
};

/** Takes a step each frame while so much of the card, or any of it, is on the screen of a tab in front. */
function eachFrame(card: Element, shareMin: number, { begin, step }: Frames): () => void {
  let frame = 0;
  let isInView = false;
  const next = () => {
    const end = step(performance.now());
    if (end === undefined) {
      frame = requestAnimationFrame(next);
      return;
    }
    stop();
    end();
  };
  const update = () => {
    cancelAnimationFrame(frame);
    // A tab in the background keeps its last intersection.
    if (!isInView || document.visibilityState !== 'visible') return;
    begin(performance.now());
    frame = requestAnimationFrame(next);
  };
  const observer = new IntersectionObserver(
    (entries) => {
      const entry = entries.at(-1);
      const isNow = entry?.isIntersecting === true && entry.intersectionRatio >= shareMin;
      if (isNow === isInView) return;
      isInView = isNow;
      update();
    },
    { threshold: shareMin },
  );
  const stop = () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
    document.removeEventListener('visibilitychange', update);
  };
  observer.observe(card);
  document.addEventListener('visibilitychange', update);
  return stop;
}

function hasMoved(from: DOMRect, to: DOMRect): boolean {
  return (['left', 'top', 'width', 'height'] as const).some(
    (side) => Math.abs(to[side] - from[side]) > STILL_PX,
  );
}

/** Events that were seen on this page, so that an ad that is drawn again tells nothing twice. */
const told = new Set<string>();
const TOLD_MAX = 1_000;

export type AdEvent = 'drawn' | 'viewable' | 'clicked' | SaidEvent;

/** What a person says of an ad: that it should go, that its advertiser should, that something is wrong with it. */
export type SaidEvent = 'dismissed' | 'unwanted' | 'reported';

/** Whether this is the first time that this happens to this ad. */
export function isFirst(ad: Ad, event: AdEvent): boolean {
  const key = keyOf(ad, event);
  if (told.has(key)) return false;
  for (const oldest of told) {
    if (told.size < TOLD_MAX) break;
    told.delete(oldest);
  }
  told.add(key);
  return true;
}

export function hasHappened(ad: Ad, event: AdEvent): boolean {
  return told.has(keyOf(ad, event));
}

/** Ids are chosen by bidders; with the first notice, which is signed, they are unique. */
function keyOf({ id, notices }: Ad, event: AdEvent): string {
  return `${event} ${id} ${notices.drawn[0]?.url}`;
}

const KINDS: Readonly<Record<SaidEvent, string>> = {
  dismissed: 'hide',
  unwanted: 'advertiser',
  reported: 'report',
};

/** Whom to tell of an event. What a person said is added to a signed URL. */
export function noticesOf({ notices }: Ad, event: AdEvent, reason?: string): readonly Notice[] {
  if (event === 'drawn' || event === 'viewable' || event === 'clicked') return notices[event];
  const said = `k=${KINDS[event]}${reason === undefined ? '' : `&r=${reason}`}`;
  return notices.feedback.map(({ url, by }) => ({
    url: `${url}${url.includes('?') ? '&' : '?'}${said}`,
    by,
  }));
}

/**
 * Nobody is told which page it was: a conversation may be in its address. `navigator.sendBeacon` would tell, so
 * it is a `fetch` that outlives the page. Who did not promise to take POST gets a GET, by an image or the like.
 */
export function tell({ url, by }: Notice): void {
  if (by === 'beacon' || document.visibilityState === 'hidden') {
    const method = by === 'beacon' ? 'POST' : 'GET';
    fetch(url, { ...QUIETLY, method }).catch(() => {});
    return;
  }
  const image = new Image();
  image.referrerPolicy = 'no-referrer';
  image.src = url;
}

const QUIETLY = {
  mode: 'no-cors',
  credentials: 'omit',
  keepalive: true,
  referrerPolicy: 'no-referrer',
} as const;
