import { FORM_BY_WORD } from './paths.ts';
import { bytesWithin, CALLS_MAX } from './sealed-calls.ts';
import { CODE_LENGTH, TOKEN_LENGTH_MAX } from './token.ts';

/** Servers, proxies and the publisher's kit take URLs of this length. The destination of a click can exceed it alone. */
export const NOTICE_URL_LENGTH_MAX = 4096;

const WORD_LENGTH_MAX = Math.max(...Object.keys(FORM_BY_WORD).map(({ length }) => length));

/** The longest of the other parameters, with their marks, and `&c=`. */
const PARAMETERS = '?p=${AUCTION_PRICE}&c=';
const LINK_PARAMETERS = '?to=&s=&c=';

/** The bytes of partners' URLs for which every notice under this root has room, whatever its token. */
export function noticeRoomBytes(root: string): number {
  return bytesWithin(roomFor(root) - PARAMETERS.length);
}

/** The same of a click. */
export function clickRoomBytes(root: string, encodedDestination: string): number {
  const others = LINK_PARAMETERS.length + encodedDestination.length + CODE_LENGTH;
  return bytesWithin(roomFor(root) - others);
}

function roomFor(root: string): number {
  return NOTICE_URL_LENGTH_MAX - root.length - WORD_LENGTH_MAX - '/'.length - TOKEN_LENGTH_MAX;
}

export type LeftOutUrls =
  | 'burl'
  | 'nurl'
  | 'lurl'
  | 'impression-trackers'
  | 'viewable-trackers'
  | 'click-trackers'
  | 'click-id';

/** URLs of a partner that this server does not call, where trackers stay in the ad, and a click id without room. */
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
  if (what === 'click-id') return 'its link has no click id, for which it is too long';
  const [event, trackers] = what.split('-');
  if (trackers === undefined) return `its ${what} is not called: ${REASONS[reason]}`;
  return `its trackers of the ${event} (${count}) stay in the ad: ${REASONS[reason]}`;
}
