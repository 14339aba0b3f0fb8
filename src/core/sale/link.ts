import { isCallable } from './due-calls.ts';

/** Where a link of an ad leads, as its click URL carries it. */
export type Destination = {
  readonly url: string;
  /** As the value of a query parameter. */
  readonly encoded: string;
};

/** What the landing page gets so that its owner can tell of conversions. */
export type Landing = {
  readonly parameter: string;
  readonly clickId: string;
};

/** The destination of a link without macros; undefined: it cannot go through this exchange. */
export function destinationOf(url: string | undefined): Destination | undefined {
  return url === undefined || url.length > DESTINATION_LENGTH_MAX
    ? undefined
    : safeDestination(url);
}

/** For a link that does not go through this exchange. undefined: there is no room. */
export function directLanding(url: string, landing: Landing): string | undefined {
  const landed = inserted(url, landing, PLAIN);
  return landed.length > DESTINATION_LENGTH_MAX ? undefined : landed;
}

/** undefined: there is no room. It is put together, since encoding it anew for each sale would cost more. */
export function withClickId(
  { url, encoded }: Destination,
  landing: Landing,
): Destination | undefined {
  const landed = directLanding(url, landing);
  if (landed === undefined) return undefined;
  const encodedLanding = inserted(encoded, landing, ENCODED);
  if (encodedLanding.length > ENCODED_LENGTH_MAX) return undefined;
  return { url: landed, encoded: encodedLanding };
}

const PLAIN = { hash: '#', question: '?', and: '&', equals: '=' };
/** Every one of these in an encoded text was that character: a `%` of the URL has become `%25`. */
const ENCODED: typeof PLAIN = { hash: '%23', question: '%3F', and: '%26', equals: '%3D' };

/** Behind what the query has, and before the fragment. */
function inserted(
  url: string,
  { parameter, clickId }: Landing,
  { hash, question, and, equals }: typeof PLAIN,
): string {
  const end = url.indexOf(hash);
  const head = end === -1 ? url : url.slice(0, end);
  const isOpen = head.endsWith(question) || head.endsWith(and);
  const mark = isOpen ? '' : head.includes(question) ? and : question;
  return `${head}${mark}${parameter}${equals}${clickId}${url.slice(head.length)}`;
}

/** A click URL carries its destination percent-encoded, so longer ones are left as they are. */
export const DESTINATION_LENGTH_MAX = 1500;

/** Other characters than ASCII take up to nine times as many when they are encoded. */
const ENCODED_LENGTH_MAX = 3000;

const REMEMBERED_MAX = 1000;

/** Parsing a URL costs more than signing it, and the same few ads are shown often. */
const remembered = new Map<string, Destination | 'unsafe'>();

function safeDestination(url: string): Destination | undefined {
  let known = remembered.get(url);
  if (known === undefined) {
    known = encodedDestination(url) ?? 'unsafe';
    if (remembered.size >= REMEMBERED_MAX) remembered.clear();
    remembered.set(url, known);
  }
  return known === 'unsafe' ? undefined : known;
}

/**
 * The destination of a link as a `Location` header can hold it; undefined where the link must not go
 * through this exchange. A user name before the host is refused because it is used to deceive people, and
 * schemes other than http and https because browsers do not follow redirects to them.
 */
function encodedDestination(link: string): Destination | undefined {
  if (!isCallable(link) || !link.isWellFormed()) return undefined;
  const parsed = URL.parse(link);
  if (parsed === null || parsed.username !== '' || parsed.password !== '') return undefined;
  const url = /^[!-~]+$/.test(link) ? link : parsed.href;
  const encoded = encodeURIComponent(url);
  return encoded.length > ENCODED_LENGTH_MAX ? undefined : { url, encoded };
}
