import { FORM_BY_WORD } from './paths.ts';
import { bytesWithin } from './sealed-calls.ts';
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
