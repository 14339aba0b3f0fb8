import { perObject } from '../../lib/lookup.ts';
import type { NativeRequest } from '../openrtb/native-request.ts';
import type { NoticeWord } from './paths.ts';

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

export type OwnTracker = {
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
