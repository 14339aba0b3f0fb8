import { fromMicros } from '../lib/money.ts';
import { isCallable } from './due-calls.ts';
import { fillUrl, type MacroTexts } from './macros.ts';
import type { NoticeWord } from './paths.ts';
import type { SealedSale } from './token.ts';

/** The destinations of an ad's links. Undefined: the link cannot go through this exchange. */
type FindDestination = (url: string) => Destination | undefined;

/** No link of a page that would block ours. */
export const noDestination: FindDestination = () => undefined;

export function createFindDestination(responseMicros: number, macros: MacroTexts): FindDestination {
  // The caller cannot fill macros inside the signed destination, so the price is filled here.
  const texts: MacroTexts = (name) =>
    name === 'AUCTION_PRICE' ? String(fromMicros(responseMicros)) : macros(name);
  // The plan of calls and the ad both ask for the link of the ad, which is filled once.
  let last: { readonly url: string; readonly destination: Destination | undefined } | undefined;
  return (url) => {
    if (last?.url !== url) {
      const filled = fillUrl(url, texts, DESTINATION_LENGTH_MAX);
      const destination = filled === undefined ? undefined : safeDestination(filled);
      last = { url, destination };
    }
    return last.destination;
  };
}

const WORD: NoticeWord = 'click';

/** The click URL for a link, or the link itself where it cannot go through this exchange. */
export function createLink(
  root: string,
  sealed: SealedSale,
  findDestination: FindDestination,
): (url: string) => string {
  let token: string | undefined;
  return (url) => {
    const destination = findDestination(url);
    if (destination === undefined) return url;
    token ??= sealed.tokenOf('click');
    const code = sealed.linkCode(token, destination.url);
    const calls = sealed.callsOf('click');
    const link = `${root}${WORD}/${token}?to=${destination.encoded}&s=${code}`;
    return calls === undefined ? link : `${link}&c=${calls}`;
  };
}

/** A click URL carries its destination percent-encoded, so longer ones are left as they are. */
const DESTINATION_LENGTH_MAX = 1500;

/** Other characters than ASCII take up to nine times as many when they are encoded. */
const ENCODED_LENGTH_MAX = 3000;

const REMEMBERED_MAX = 1000;

/** Parsing a URL costs more than signing it, and the same few ads are shown often. */
const remembered = new Map<string, Destination | 'unsafe'>();

type Destination = {
  readonly url: string;
  /** As the value of a query parameter. */
  readonly encoded: string;
};

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
