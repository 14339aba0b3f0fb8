import { type Ad, readAd, readCampaign } from './ad.ts';
import { isRecord, listOf, safeHost } from './safe-text.ts';

/** What a chat tells the exchange of one conversation: a random name, and the ads that were shown, the oldest first. */
export type ToldConversation = {
  readonly id: string;
  readonly shown: readonly ToldAd[];
  /** Since the person last closed an ad; absent where nobody did. */
  readonly dismissedSecondsAgo?: number;
  /** When this was told, by the clock of who told it. */
  readonly atMs?: number;
};

export type ToldAd = {
  /** The advertiser's. */
  readonly domain: string;
  readonly campaign: string | null;
  readonly secondsAgo: number;
  /** The person wants nothing more of this advertiser. */
  readonly again?: false;
};

/** The memory of one conversation. `JSON.stringify` makes a `ToldConversation` of it. */
export type ChatConversation = {
  readonly id: string;
  /** An ad was shown. */
  readonly add: (ad: Ad) => void;
  /** The person wants nothing more of its advertiser, in this conversation. */
  readonly refuse: (ad: Ad) => void;
  /** The page goes on without this conversation: its ads are of another one. */
  readonly end: () => void;
  readonly toJSON: () => ToldConversation;
};

const SHOWN_MAX = 100;
const ID_LENGTH_MAX = 64;
const ID_BYTES = 16;

/**
 * For one conversation, in the page or on your server. In a page, `createConversation(document)` adds every ad that
 * `<parley-ad>` draws, and remembers whose ads the person wants no more of. The name is random and says nothing of the person; it ends with the conversation. One that was
 * kept as JSON goes on as `createConversation(document, JSON.parse(kept))`.
 */
export function createConversation(page?: EventTarget | null, kept?: unknown): ChatConversation {
  const before = readTold(kept);
  const id = before?.id ?? randomId();
  const shown = before === null ? [] : shownBefore(before.shown, kept);
  const add = ({ domain, campaign }: Ad) => {
    if (domain === null) return;
    shown.push({ domain, campaign, atMs: Date.now() });
    if (shown.length <= SHOWN_MAX) return;
    // What the person has said is remembered longer than what was shown.
    const oldest = shown.findIndex(({ again }) => again !== false);
    shown.splice(Math.max(0, oldest), 1);
  };
  const refuse = (ad: Ad) => {
    const isOfIt = ({ domain }: RememberedAd) => domain === ad.domain;
    if (!shown.some(isOfIt)) add(ad);
    for (const [index, one] of shown.entries()) {
      if (isOfIt(one)) shown[index] = { ...one, again: false };
    }
  };
  let dismissedMs = dismissedBefore(before, kept);
  const listeners: Readonly<Record<string, (event: Event) => void>> = {
    'parley-drawn': withAd(add),
    'parley-unwanted': withAd(refuse),
    'parley-dismissed': () => {
      dismissedMs = Date.now();
    },
  };
  for (const [name, listener] of Object.entries(listeners)) page?.addEventListener(name, listener);
  return {
    id,
    add,
    refuse,
    end() {
      for (const [name, listener] of Object.entries(listeners)) {
        page?.removeEventListener(name, listener);
      }
    },
    toJSON() {
      const nowMs = Date.now();
      const secondsSince = (atMs: number) => Math.max(0, Math.round((nowMs - atMs) / 1000));
      const told = shown.map(({ atMs, ...ad }) => ({
        ...ad,
        secondsAgo: secondsSince(atMs),
      }));
      return dismissedMs === undefined
        ? { id, shown: told, atMs: nowMs }
        : { id, shown: told, dismissedSecondsAgo: secondsSince(dismissedMs), atMs: nowMs };
    },
  };
}

/** With the ad of an event of the element. */
function withAd(use: (ad: Ad) => void): (event: Event) => void {
  return (event) => {
    const detail: unknown = 'detail' in event ? event.detail : undefined;
    const ad = isRecord(detail) ? readAd(detail.ad) : null;
    if (ad !== null) use(ad);
  };
}

/** Not `randomUUID`, which pages without https do not have. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

type RememberedAd = Omit<ToldAd, 'secondsAgo'> & { readonly atMs: number };

/** When something was told that was kept; never later than now. */
function toldMsOf(kept: unknown): number {
  const nowMs = Date.now();
  const toldMs = isRecord(kept) && typeof kept.atMs === 'number' ? kept.atMs : nowMs;
  return Math.min(toldMs, nowMs);
}

function dismissedBefore(before: ReadConversation | null, kept: unknown): number | undefined {
  const secondsAgo = before?.dismissedSecondsAgo ?? null;
  return secondsAgo === null ? undefined : toldMsOf(kept) - secondsAgo * 1000;
}

function shownBefore(told: readonly ToldAd[], kept: unknown): RememberedAd[] {
  const sinceMs = toldMsOf(kept);
  return told.map(({ secondsAgo, ...ad }) => ({ ...ad, atMs: sinceMs - secondsAgo * 1000 }));
}

/** What was told, as far as it can be read. */
export type ReadConversation = {
  readonly id: string | null;
  readonly shown: readonly ToldAd[];
  readonly dismissedSecondsAgo: number | null;
};

/** What a page claims to know of a conversation; null where it knows nothing. */
export function readTold(value: unknown): ReadConversation | null {
  const told: unknown =
    isRecord(value) && typeof value.toJSON === 'function' ? value.toJSON() : value;
  if (!isRecord(told)) return null;
  const id = readId(told.id);
  const claimed = Array.isArray(told.shown) ? told.shown.slice(-SHOWN_MAX) : [];
  const shown = listOf(claimed, SHOWN_MAX).flatMap(readToldAd);
  const dismissedSecondsAgo = isAge(told.dismissedSecondsAgo) ? told.dismissedSecondsAgo : null;
  return id === null && shown.length === 0 && dismissedSecondsAgo === null
    ? null
    : { id, shown, dismissedSecondsAgo };
}

/** As it is: a part of a name would name another conversation. */
function readId(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value.length <= ID_LENGTH_MAX ? value : null;
}

function readToldAd(value: unknown): readonly ToldAd[] {
  const domain = isRecord(value) ? safeHost(value.domain) : null;
  if (!isRecord(value) || domain === null) return [];
  const secondsAgo = isAge(value.secondsAgo) ? value.secondsAgo : 0;
  const refused = value.again === false ? { again: false as const } : {};
  return [{ domain, campaign: readCampaign(value.campaign), secondsAgo, ...refused }];
}

function isAge(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
