import type { Ad, Notice } from '../ad.ts';

/** Events that were seen on this page, so that an ad that is drawn again tells nothing twice. */
const told = new Set<string>();
const TOLD_MAX = 1_000;

export type AdEvent = 'drawn' | 'viewable' | 'clicked' | 'dismissed';

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
