import { NEEDS_ESCAPING } from '../../lib/quoted.ts';
import type { Writable } from '../../lib/readonly.ts';
import { markup, type NativeResponse } from '../openrtb/native-response.ts';
import { hasMacros } from './macros.ts';
import type { OwnTracker, SaleNotices } from './sale-urls.ts';

/**
 * Adds our trackers to the ad and replaces its links by click URLs. `link.fallback` stays as it is: clients
 * open it only after `link.url` has failed, and that attempt has already counted the click.
 */
export function markNative(
  native: NativeResponse,
  { trackers, imptracker, link }: Pick<SaleNotices, 'trackers' | 'imptracker' | 'link'>,
  ver: string,
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
  if (imptracker !== undefined) marked.imptrackers = [...(native.imptrackers ?? []), imptracker];
  if (trackers.length > 0) marked.eventtrackers = [...(native.eventtrackers ?? []), ...trackers];
  return marked;
}

/** How an ad is written into an answer; all that its text depends on besides the ad and the URLs of the sale. */
export type MarkupForm = {
  /** Of the native markup. */
  readonly ver: string;
  readonly isWrapped: boolean;
};

/** The ad with the URLs of its sale, as JSON in a string of JSON. */
export function quotedMarkup(
  native: NativeResponse,
  notices: Pick<SaleNotices, 'trackers' | 'imptracker' | 'link'>,
  form: MarkupForm,
): string {
  return JSON.stringify(markup(markNative(native, notices, form.ver), form));
}

/** The text of an ad with gaps for the URLs of a sale: `texts[0] URL texts[1] URL … texts[n]`. */
type PreparedMarkup = MarkupForm & {
  readonly trackers: readonly Omit<OwnTracker, 'url'>[];
  readonly hasImptracker: boolean;
  readonly texts: readonly string[];
  /** What each gap is for: the link, the `imptracker`, or a tracker. */
  readonly gaps: readonly number[];
};

/** No ad has this text: a control character is never part of a URL or of a text that people read. */
const GAP = '\u0001';
const GAP_IN_TEXT = /\\\\u0001(\d)\\\\u0001/;

/** By the ad, which is the same object for as long as a partner keeps it. */
const prepared = new WeakMap<NativeResponse, PreparedMarkup>();

/**
 * The same without making objects and JSON for each sale. Undefined if the ad needs several signed links, contains a gap,
 * or has macros to fill in.
 */
export function preparedMarkup(
  native: NativeResponse,
  notices: SaleNotices,
  form: MarkupForm,
): string | undefined {
  let known = prepared.get(native);
  if (known === undefined || !isMadeFor(known, notices, form)) {
    known = prepare(native, notices, form);
    if (known === undefined) return undefined;
    prepared.set(native, known);
  }
  const url = notices.link(native.link.url);
  // Where the link goes through this exchange, its macros are filled in already.
  if (hasMacros(native.link.url) && hasMacros(url)) return undefined;
  const link = inMarkup(url);
  const { texts, gaps } = known;
  let text = texts[0] ?? '';
  for (let i = 0; i < gaps.length; i++) {
    const gap = gaps[i] ?? 0;
    text += (gap === 0 ? link : urlOf(notices, gap)) + (texts[i + 1] ?? '');
  }
  return text;
}

function isMadeFor(known: PreparedMarkup, notices: SaleNotices, form: MarkupForm): boolean {
  const { trackers, imptracker } = notices;
  if (known.ver !== form.ver || known.isWrapped !== form.isWrapped) return false;
  if (known.hasImptracker !== (imptracker !== undefined)) return false;
  if (known.trackers.length !== trackers.length) return false;
  return known.trackers.every(({ event, method }, i) => {
    const own = trackers[i];
    return own?.event === event && own.method === method;
  });
}

function prepare(
  native: NativeResponse,
  { trackers, imptracker }: SaleNotices,
  form: MarkupForm,
): PreparedMarkup | undefined {
  if (native.assets?.some(({ link }) => link !== undefined)) return undefined;
  const withGaps = {
    link: () => gapAt(0),
    trackers: trackers.map((tracker, i) => ({ ...tracker, url: gapAt(FIRST_TRACKER + i) })),
    imptracker: imptracker === undefined ? undefined : gapAt(IMPTRACKER),
  };
  const text = quotedMarkup(native, withGaps, form);
  if (hasMacros(text)) return undefined;
  const pieces = text.split(GAP_IN_TEXT);
  const gaps = pieces.filter((_, i) => i % 2 === 1).map(Number);
  const expected = 1 + trackers.length + (imptracker === undefined ? 0 : 1);
  if (gaps.length !== expected) return undefined;
  return {
    ...form,
    trackers: trackers.map(({ event, method }) => ({ event, method })),
    hasImptracker: imptracker !== undefined,
    texts: pieces.filter((_, i) => i % 2 === 0),
    gaps,
  };
}

const IMPTRACKER = 1;
const FIRST_TRACKER = 2;

function gapAt(position: number): string {
  return `${GAP}${position}${GAP}`;
}

/** The URL of a tracker is made of the public URL of this exchange and a token. */
function urlOf({ trackers, imptracker = '' }: SaleNotices, gap: number): string {
  return inMarkup(gap === IMPTRACKER ? imptracker : (trackers[gap - FIRST_TRACKER]?.url ?? ''));
}

/** A URL as it stands in the JSON of the markup, which is itself a text of the answer's JSON. */
function inMarkup(url: string): string {
  return NEEDS_ESCAPING.test(url) ? escaped(escaped(url)) : url;
}

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
