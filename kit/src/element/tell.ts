import type { Ad, Notice } from '../ad.ts';

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
