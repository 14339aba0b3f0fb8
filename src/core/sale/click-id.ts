import { DAY_MS, dayOf } from '../../lib/day.ts';
import { SHORTENED_BYTES_MAX } from '../../lib/shortened.ts';
import { isCallable } from './due-calls.ts';
import type { ClickRef, Sale } from './fact.ts';
import type { NoticeKeys } from './keys.ts';
import { readBytes, readUuid, UUID_BYTES, writeText, writeUuid } from './sale-codec.ts';
import { CLICK_LIFE_MS, CLOCK_SKEW_MS_MAX, CODE_LENGTH, codeAt, isSame } from './token.ts';

/**
 * A click id names a sale to the advertiser's site, and comes back with a conversion. It has less than the token of a
 * notice: neither a price nor anything of the request, which are no business of the advertiser's. As bytes:
 *
 *     0  version    2  flags     4  sold at, seconds     24  impression, partner and seat,
 *     1  key tag    3  window    8  auction (16 bytes)       each after its length
 */
const VERSION = 1;
const SOLD_AT = 4;
const AUCTION_AT = 8;
const TEXTS_AT = AUCTION_AT + UUID_BYTES;
const TEXTS = 3;
const BYTES_MAX = TEXTS_AT + TEXTS * (1 + SHORTENED_BYTES_MAX);
const IS_DIRECT = 1;

const PAYLOAD_LENGTH_MAX = Math.ceil((BYTES_MAX * 4) / 3);
const CLICK_ID = new RegExp(`^[A-Za-z0-9_-]{48,${PAYLOAD_LENGTH_MAX + CODE_LENGTH}}$`);

/** Encoding is synchronous and its result is copied, so one buffer is enough. */
const scratch = Buffer.alloc(BYTES_MAX + SHORTENED_BYTES_MAX);

type ClickTerms = Pick<ClickRef, 'windowDays' | 'isDirect'>;

export function clickIdOf(
  sale: Sale,
  { windowDays, isDirect }: ClickTerms,
  keys: NoticeKeys,
): string {
  const { tag, hmac } = keys.signing(dayOf(sale.soldMs));
  scratch[0] = VERSION;
  scratch[1] = tag;
  scratch[2] = isDirect ? IS_DIRECT : 0;
  scratch[3] = windowDays;
  scratch.writeUInt32BE(Math.floor(sale.soldMs / 1000), SOLD_AT);
  writeUuid(scratch, sale.auctionId, AUCTION_AT);
  let end = writeText(scratch, sale.impId, TEXTS_AT);
  end = writeText(scratch, sale.partner, end);
  end = writeText(scratch, sale.seat, end);
  const payload = scratch.toString('base64url', 0, end);
  return payload + signature(hmac, payload);
}

/** A click, and the advertiser whose ad it was on. */
export type OpenedClick = {
  readonly click: ClickRef;
  readonly partner: string;
  readonly seat: string;
};

/** `expired` is returned for signed ids only. */
export function openClickId(
  text: string,
  keys: NoticeKeys,
  nowMs: number,
): OpenedClick | 'forged' | 'expired' {
  if (!CLICK_ID.test(text)) return 'forged';
  const payload = text.slice(0, -CODE_LENGTH);
  const bytes = Buffer.from(payload, 'base64url');
  if (bytes.length < TEXTS_AT + TEXTS || bytes[0] !== VERSION) return 'forged';
  const soldMs = bytes.readUInt32BE(SOLD_AT) * 1000;
  const code = text.slice(-CODE_LENGTH);
  const isSigned = keys
    .verifying(bytes[1] ?? 0, dayOf(soldMs))
    .some(({ hmac }) => isSame(code, signature(hmac, payload)));
  if (!isSigned || soldMs > nowMs + CLOCK_SKEW_MS_MAX) return 'forged';
  const windowDays = bytes[3] ?? 0;
  if (nowMs - soldMs >= CLICK_LIFE_MS + windowDays * DAY_MS) return 'expired';
  const reader = readBytes(bytes, TEXTS_AT);
  const click: ClickRef = {
    auctionId: readUuid(bytes, AUCTION_AT),
    impId: reader.text(),
    soldMs,
    windowDays,
    isDirect: ((bytes[2] ?? 0) & IS_DIRECT) === IS_DIRECT,
  };
  const opened = { click, partner: reader.text(), seat: reader.text() };
  return reader.left() < 0 ? 'forged' : opened;
}

/** The prefix is neither a group of notices nor that of a destination, so this is never a code of theirs. */
function signature(hmac: (text: string) => string, payload: string): string {
  return codeAt(hmac(`id.${payload}`), 0);
}

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
