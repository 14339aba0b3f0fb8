import { NOTICE_URL_LENGTH_MAX } from './notice-room.ts';
import { CALLS_MAX } from './sealed-calls.ts';

export type LeftOutUrls =
  | 'burl'
  | 'nurl'
  | 'lurl'
  | 'impression-trackers'
  | 'viewable-trackers'
  | 'click-trackers';

/** URLs of a partner that this server does not call. Trackers among them stay in the ad. */
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
  const [event, trackers] = what.split('-');
  if (trackers === undefined) return `its ${what} is not called: ${REASONS[reason]}`;
  return `its trackers of the ${event} (${count}) stay in the ad: ${REASONS[reason]}`;
}
