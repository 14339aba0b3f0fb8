import type { NativeRequest } from '../openrtb/native-request.ts';

export const IMPRESSION = 1;
export const VIEWABLE = 2;
export const IMAGE = 1;
export const SCRIPT = 2;

type Method = typeof IMAGE | typeof SCRIPT;

/** How the client reports what happens to the ad. Undefined: it does not. */
export type Reports = {
  /** By a tracker in `eventtrackers`. */
  readonly impression: Method | undefined;
  readonly viewable: Method | undefined;
  /** By an image in `imptrackers`: Native 1.1 has nothing else, and 1.2 has it for clients that offer no events. */
  readonly hasImptracker: boolean;
};

/** Of a page that would block our trackers. */
export const NO_REPORTS: Reports = {
  impression: undefined,
  viewable: undefined,
  hasImptracker: false,
};

export function reportsOf({ eventtrackers = [] }: Pick<NativeRequest, 'eventtrackers'>): Reports {
  return {
    impression: methodFor(IMPRESSION, eventtrackers),
    viewable: methodFor(VIEWABLE, eventtrackers),
    hasImptracker: eventtrackers.length === 0,
  };
}

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
