import { perObject } from '../../lib/lookup.ts';
import type { NativeRequest } from '../openrtb/native-request.ts';

export const IMPRESSION = 1;
export const VIEWABLE = 2;
/** The exchange's own, which a client offers that can tell what people say of an ad. */
export const FEEDBACK = 501;
export const IMAGE = 1;
export const SCRIPT = 2;

type Method = typeof IMAGE | typeof SCRIPT;

/** How the client reports what happens to the ad. Undefined: it does not. */
export type ClientEvents = {
  /** By a tracker in `eventtrackers`. */
  readonly impression: Method | undefined;
  readonly viewable: Method | undefined;
  /** By an image in `imptrackers`: Native 1.1 has nothing else, and 1.2 has it for clients that offer no events. */
  readonly hasImptracker: boolean;
  /** Whether it tells what people say of the ad. */
  readonly feedback: boolean;
};

/** Of a page that would block our trackers. */
export const NO_EVENTS: ClientEvents = {
  impression: undefined,
  viewable: undefined,
  hasImptracker: false,
  feedback: false,
};

/** A publisher sends the same native request again and again, which is then the same object. */
export const clientEventsOf = perObject(
  ({ eventtrackers = [] }: Pick<NativeRequest, 'eventtrackers'>): ClientEvents => ({
    impression: methodFor(IMPRESSION, eventtrackers),
    viewable: methodFor(VIEWABLE, eventtrackers),
    hasImptracker: eventtrackers.length === 0,
    feedback: methodFor(FEEDBACK, eventtrackers) === IMAGE,
  }),
);

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
