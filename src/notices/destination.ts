import { isCallable } from './callable-url.ts';

/** A click URL carries its destination percent-encoded, so longer ones are left as they are. */
export const DESTINATION_LENGTH_MAX = 1500;

/** Other characters than ASCII take up to nine times as many when they are encoded. */
const ENCODED_LENGTH_MAX = 3000;

const REMEMBERED_MAX = 1000;

/** Parsing a URL costs more than signing it, and the same few ads are shown often. */
const remembered = new Map<string, Destination | 'unsafe'>();

export type Destination = {
  readonly url: string;
  /** As the value of a query parameter. */
  readonly encoded: string;
};

export function safeDestination(url: string): Destination | undefined {
  if (url.length > DESTINATION_LENGTH_MAX) return undefined;
  let known = remembered.get(url);
  if (known === undefined) {
    known = encodedDestination(url) ?? 'unsafe';
    if (remembered.size >= REMEMBERED_MAX) remembered.clear();
    remembered.set(url, known);
  }
  return known === 'unsafe' ? undefined : known;
}

function encodedDestination(link: string): Destination | undefined {
  const url = checkedDestination(link);
  if (url === undefined) return undefined;
  const encoded = encodeURIComponent(url);
  return encoded.length > ENCODED_LENGTH_MAX ? undefined : { url, encoded };
}

/**
 * The destination of a link as a `Location` header can hold it; undefined where the link must not go
 * through this exchange. A user name before the host is refused because it is used to deceive people, and
 * schemes other than http and https because browsers do not follow redirects to them.
 */
function checkedDestination(url: string): string | undefined {
  if (!isCallable(url) || !url.isWellFormed()) return undefined;
  const parsed = URL.parse(url);
  if (parsed === null || parsed.username !== '' || parsed.password !== '') return undefined;
  return /^[!-~]+$/.test(url) ? url : parsed.href;
}
