import { perObject } from '../../lib/lookup.ts';
import type { Writable } from '../../lib/readonly.ts';
import type { NativeRequest } from '../openrtb/native-request.ts';
import { markup, type NativeResponse } from '../openrtb/native-response.ts';
import { hasMacros } from './macros.ts';
import type { NoticeWord } from './paths.ts';

/** All that the text of an ad depends on besides the ad and the URLs of its sale. */
export type MarkupForm = {
  /** Of the native markup. */
  readonly ver: string;
  readonly isWrapped: boolean;
  readonly events: ClientEvents;
};

/** The URLs of a sale: of a link of the ad, and of a notice. */
type MarkUrls = {
  readonly link: (url: string) => string;
  readonly notice: (word: NoticeWord) => string;
};

/** The ad with our trackers and click URLs, as JSON in a string of JSON. */
export function quotedMarkup(native: NativeResponse, urls: MarkUrls, form: MarkupForm): string {
  return JSON.stringify(markup(markNative(native, urls, form), form));
}

/** `link.fallback` stays as it is: clients open it only after `link.url` has failed, and that attempt has counted the click. */
function markNative(
  native: NativeResponse,
  { link, notice }: MarkUrls,
  { ver, events }: MarkupForm,
): NativeResponse {
  // One copy, since this runs for every ad: a spread for each member makes as many objects.
  const marked: Writable<NativeResponse> = { ...native };
  marked.ver = ver;
  marked.link = { ...native.link, url: link(native.link.url) };
  if (native.assets?.some((asset) => asset.link !== undefined)) {
    marked.assets = native.assets.map((asset) =>
      asset.link === undefined
        ? asset
        : { ...asset, link: { ...asset.link, url: link(asset.link.url) } },
    );
  }
  if (events.hasImptracker) marked.imptrackers = [...(native.imptrackers ?? []), notice('imp')];
  if (events.trackers.length > 0) {
    const own = events.trackers.map(({ event, method, word }) => {
      return { event, method, url: notice(word) };
    });
    marked.eventtrackers = [...(native.eventtrackers ?? []), ...own];
  }
  return marked;
}

/** The text of an ad with gaps for the URLs of a sale: `texts[0] URL texts[1] URL … texts[n]`. */
type PreparedMarkup = {
  readonly form: MarkupForm;
  readonly texts: readonly string[];
  /** The notice that each gap is for; `click` is the link. */
  readonly gaps: readonly NoticeWord[];
};

/** No ad has this text: a control character is never part of a URL or of a text that people read. */
const GAP = '\u0001';
const GAP_IN_TEXT = /\\\\u0001([\w.]+)\\\\u0001/;
const GAP_URLS: MarkUrls = {
  link: () => `${GAP}click${GAP}`,
  notice: (word) => `${GAP}${word}${GAP}`,
};

/** By the ad, which is the same object for as long as a partner keeps it: an answer then makes neither objects nor JSON of it. */
const prepared = new WeakMap<NativeResponse, PreparedMarkup>();

/** Undefined if the ad needs several signed links, contains a gap, or has macros to fill in. */
export function preparedMarkup(
  native: NativeResponse,
  form: MarkupForm,
): PreparedMarkup | undefined {
  const known = prepared.get(native);
  if (
    known !== undefined &&
    known.form.ver === form.ver &&
    known.form.isWrapped === form.isWrapped &&
    known.form.events === form.events
  ) {
    return known;
  }
  const made = prepare(native, form);
  if (made !== undefined) prepared.set(native, made);
  return made;
}

function prepare(native: NativeResponse, form: MarkupForm): PreparedMarkup | undefined {
  if (native.assets?.some(({ link }) => link !== undefined)) return undefined;
  const text = quotedMarkup(native, GAP_URLS, form);
  if (hasMacros(text)) return undefined;
  const pieces = text.split(GAP_IN_TEXT);
  const gaps = pieces.filter((_, i) => i % 2 === 1) as NoticeWord[]; // as `GAP_URLS` has them
  const { trackers, hasImptracker } = form.events;
  if (gaps.length !== 1 + trackers.length + Number(hasImptracker)) return undefined;
  return { form, texts: pieces.filter((_, i) => i % 2 === 0), gaps };
}

/** A URL as it stands in the JSON of the markup, which is itself a text of the answer's JSON. */
export function inMarkup(url: string): string {
  return NEEDS_ESCAPING.test(url) ? escaped(escaped(url)) : url;
}

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** A text as JSON has it, with its quotes. Nearly none needs escaping, and looking for it takes a fifth of the time. */
export function quoted(text: string): string {
  return NEEDS_ESCAPING.test(text) ? JSON.stringify(text) : `"${text}"`;
}

/** Quotes, backslashes, control characters, and surrogates that stand alone. */
const NEEDS_ESCAPING = /["\\\p{Cc}\p{Cs}]/u;

export const IMPRESSION = 1;
export const VIEWABLE = 2;
/** The exchange's own, which a client offers that can tell what people say of an ad. */
export const FEEDBACK = 501;
export const IMAGE = 1;
const SCRIPT = 2;

type Method = typeof IMAGE | typeof SCRIPT;

/** How the client reports what happens to the ad. Undefined: it does not. */
export type ClientEvents = {
  /** By a tracker in `eventtrackers`. */
  readonly impression: Method | undefined;
  readonly viewable: Method | undefined;
  /** By an image in `imptrackers`: Native 1.1 has nothing else, and 1.2 has it for clients that offer no events. */
  readonly hasImptracker: boolean;
  /** Ours for the ad, whose URLs are notices of these words. */
  readonly trackers: readonly OwnTracker[];
};

type OwnTracker = {
  readonly event: 1 | 2 | typeof FEEDBACK;
  readonly method: Method;
  readonly word: NoticeWord;
};

/** Of a page that would block our trackers. */
export const NO_EVENTS: ClientEvents = {
  impression: undefined,
  viewable: undefined,
  hasImptracker: false,
  trackers: [],
};

/**
 * A publisher sends the same native request again and again, which is then the same object. The markup is in the page, so
 * none of the trackers reads a price, whether it bills or not (ruling 70).
 */
export const clientEventsOf = perObject(
  ({ eventtrackers = [] }: Pick<NativeRequest, 'eventtrackers'>): ClientEvents => {
    const impression = methodFor(IMPRESSION, eventtrackers);
    const viewable = methodFor(VIEWABLE, eventtrackers);
    const trackers: OwnTracker[] = [];
    const add = (event: OwnTracker['event'], method: Method | undefined, words: Words) => {
      if (method !== undefined) trackers.push({ event, method, word: words[method] });
    };
    add(IMPRESSION, impression, { [IMAGE]: 'imp', [SCRIPT]: 'imp.js' });
    add(VIEWABLE, viewable, { [IMAGE]: 'view', [SCRIPT]: 'view.js' });
    if (methodFor(FEEDBACK, eventtrackers) === IMAGE) {
      trackers.push({ event: FEEDBACK, method: IMAGE, word: 'feedback' });
    }
    return { impression, viewable, trackers, hasImptracker: eventtrackers.length === 0 };
  },
);

type Words = Readonly<Record<Method, NoticeWord>>;

/** The tracking method that the publisher offers for an event; an image before a script. */
function methodFor(
  event: number,
  eventtrackers: NonNullable<NativeRequest['eventtrackers']>,
): Method | undefined {
  const offers = (method: number) =>
    eventtrackers.some((offer) => offer.event === event && offer.methods.includes(method));
  if (offers(IMAGE)) return IMAGE;
  return offers(SCRIPT) ? SCRIPT : undefined;
}

/** What Prebid.js fires for any bid: an image each when the bid has won and when it is billable. */
type ClientTracker = { readonly event: 1 | 500; readonly method: 1; readonly url: string };

const BILLABLE = 1;
/** Above 500 events are the exchange's own; Prebid.js takes this one for the win. */
const WON = 500;

/** The URLs read no price (ruling 70): what the visitor can see counts at the price of the answer. */
export function clientTrackers(win: string, bill: string | undefined): readonly ClientTracker[] {
  const won: ClientTracker = { event: WON, method: IMAGE, url: win };
  return bill === undefined ? [won] : [won, { event: BILLABLE, method: IMAGE, url: bill }];
}
