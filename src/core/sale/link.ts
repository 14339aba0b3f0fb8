import { fromMicros } from '../../lib/money.ts';
import { isCallable } from './due-calls.ts';
import { fillUrl, type MacroTexts } from './macros.ts';
import type { NoticeWord } from './paths.ts';
import type { SealedSale } from './token.ts';

/** The destinations of an ad's links. Undefined: the link cannot go through this exchange. */
type FindDestination = (url: string) => Destination | undefined;

/** No link of a page that would block ours. */
export const noDestination: FindDestination = () => undefined;

/** What the landing page gets so that its owner can tell of conversions. */
type Landing = { readonly parameter: string; readonly clickId: string };

export function createFindDestination(
  responseMicros: number,
  macros: MacroTexts,
  landing?: Landing,
): FindDestination {
  // The caller cannot fill macros inside the signed destination, so the price is filled here.
  const texts: MacroTexts = (name) =>
    name === 'AUCTION_PRICE' ? String(fromMicros(responseMicros)) : macros(name);
  // The plan of calls and the ad both ask for the link of the ad, which is filled once.
  let last: { readonly url: string; readonly destination: Destination | undefined } | undefined;
  return (url) => {
    if (last?.url !== url) {
      const filled = fillUrl(url, texts, DESTINATION_LENGTH_MAX);
      const safe = filled === undefined ? undefined : safeDestination(filled);
      const destination = landing && safe ? (withClickId(safe, landing) ?? safe) : safe;
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
  direct: (url: string) => string = asItIs,
): (url: string) => string {
  let token: string | undefined;
  return (url) => {
    const destination = findDestination(url);
    if (destination === undefined) return direct(url);
    token ??= sealed.tokenOf('click');
    const code = sealed.textCode(token, destination.url);
    const calls = sealed.callsOf('click');
    const link = `${root}${WORD}/${token}?to=${destination.encoded}&s=${code}`;
    return calls === undefined ? link : `${link}&c=${calls}`;
  };
}

const asItIs = (url: string) => url;

/** For a link that does not go through this exchange. undefined: there is no room. */
export function directLanding(url: string, landing: Landing): string | undefined {
  const landed = inserted(url, landing, { hash: '#', question: '?', and: '&', equals: '=' });
  return landed.length > DESTINATION_LENGTH_MAX ? undefined : landed;
}

/** undefined: there is no room. It is put together, since encoding it anew for each sale would cost more. */
function withClickId({ url, encoded }: Destination, landing: Landing): Destination | undefined {
  const landed = directLanding(url, landing);
  if (landed === undefined) return undefined;
  // Every one of these marks in the encoded text was that character: a `%` of the URL has become `%25`.
  const marks = { hash: '%23', question: '%3F', and: '%26', equals: '%3D' };
  const encodedLanding = inserted(encoded, landing, marks);
  if (encodedLanding.length > ENCODED_LENGTH_MAX) return undefined;
  return { url: landed, encoded: encodedLanding, hasClickId: true };
}

type UrlMarks = Readonly<Record<'hash' | 'question' | 'and' | 'equals', string>>;

/** Behind what the query has, and before the fragment. */
function inserted(
  url: string,
  { parameter, clickId }: Landing,
  { hash, question, and, equals }: UrlMarks,
): string {
  const end = url.indexOf(hash);
  const head = end === -1 ? url : url.slice(0, end);
  const isOpen = head.endsWith(question) || head.endsWith(and);
  const mark = isOpen ? '' : head.includes(question) ? and : question;
  return `${head}${mark}${parameter}${equals}${clickId}${url.slice(head.length)}`;
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
  readonly hasClickId?: true;
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
