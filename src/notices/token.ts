import { timingSafeEqual } from 'node:crypto';
import { DAY_MS } from '../lib/day.ts';
import type { Sale } from '../sale/fact.ts';
import type { EncodedSale } from './encoded-sale.ts';
import type { Hmac } from './hmac.ts';
import type { NoticeKeys } from './keys.ts';
import type { SignedWord } from './paths.ts';
import { decodeSale, encodeSale, PAYLOAD_LENGTH_MAX, readHeader } from './sale-codec.ts';

/** Counted from the sale. An ad is shown within a day, or not at all. */
export const NOTICE_LIFE_MS = DAY_MS;

/** A person can open an old conversation weeks later, and the links of its ads must still work. */
export const CLICK_LIFE_MS = 30 * DAY_MS;

/** The largest difference allowed between the clocks of machines. */
const CLOCK_SKEW_MS_MAX = 5 * 60 * 1000;

/** 84 bits, too many to guess by calling the server. */
const CODE_LENGTH = 14;

const TOKEN = new RegExp(`^[A-Za-z0-9_-]{64,${PAYLOAD_LENGTH_MAX + CODE_LENGTH}}$`);

type Part = { readonly group: 0 | 1 | 2; readonly index: 0 | 1 | 2 };

/** The code of each word: a part of one of three digests. A digest has room for three codes. */
const PART_BY_WORD: Readonly<Record<SignedWord, Part>> = {
  win: { group: 0, index: 0 },
  bill: { group: 0, index: 1 },
  loss: { group: 0, index: 2 },
  impression: { group: 1, index: 0 },
  viewable: { group: 1, index: 1 },
  click: { group: 1, index: 2 },
  'fixed-win': { group: 2, index: 0 },
  'fixed-bill': { group: 2, index: 1 },
  'fixed-impression': { group: 2, index: 2 },
};

function lifeMs(word: SignedWord): number {
  return word === 'click' ? CLICK_LIFE_MS : NOTICE_LIFE_MS;
}

/** A sale whose notices can be signed. */
export type SealedSale = {
  /** The word is signed too, so the token of an impression is not valid for a click. */
  readonly tokenOf: (word: SignedWord) => string;
  /** Signs a destination together with a click token, so that the token redirects nowhere else. */
  readonly linkCode: (clickToken: string, destination: string) => string;
};

export function sealSale(
  sale: Sale,
  keys: NoticeKeys,
  responseMicros = sale.priceMicros,
): SealedSale {
  const { tag, hmac } = keys.signing(dayOf(sale.soldMs));
  const payload = encodeSale({ sale, responseMicros }, tag);
  // Signing is most of the cost of a sale, so each digest is computed once for all its words.
  const digests: string[] = [];
  return {
    tokenOf(word) {
      const { group, index } = PART_BY_WORD[word];
      digests[group] ??= hmac(`${group}.${payload}`);
      return payload + codeAt(digests[group], index);
    },
    linkCode: (clickToken, destination) => destinationCode(hmac, clickToken, destination),
  };
}

export type Opened =
  | ({ readonly kind: 'sale' } & EncodedSale)
  /** Altered, invented, of another word, or signed with a key that is no longer listed. */
  | { readonly kind: 'forged' }
  | { readonly kind: 'expired' };

export type Unopened = {
  readonly signedAs: SignedWord;
  readonly token: string;
  /** Of a click: the destination in the URL, and its signature. */
  readonly link?: { readonly destination: string; readonly code: string };
};

const FORGED: Opened = { kind: 'forged' };
const EXPIRED: Opened = { kind: 'expired' };

/** `expired` is returned for signed tokens only, so that it reveals nothing about forged ones. */
export function openToken(unopened: Unopened, keys: NoticeKeys, nowMs: number): Opened {
  const { signedAs, token, link } = unopened;
  if (!TOKEN.test(token)) return FORGED;
  const payload = token.slice(0, -CODE_LENGTH);
  const bytes = Buffer.from(payload, 'base64url');
  const header = readHeader(bytes);
  if (header === undefined) return FORGED;

  const code = codeOf(token);
  const signer = keys
    .verifying(header.keyTag, dayOf(header.soldMs))
    .find((hmac) => isSame(code, tokenCode(hmac, signedAs, payload)));
  if (signer === undefined || header.soldMs > nowMs + CLOCK_SKEW_MS_MAX) return FORGED;
  if (link !== undefined && !isSame(link.code, destinationCode(signer, token, link.destination))) {
    return FORGED;
  }
  if (nowMs - header.soldMs >= lifeMs(signedAs)) return EXPIRED;
  const decoded = decodeSale(bytes);
  return decoded === undefined ? FORGED : { kind: 'sale', ...decoded };
}

/** The signature at the end of a token. Each word of each sale has its own. */
export function codeOf(token: string): string {
  return token.slice(-CODE_LENGTH);
}

function dayOf(soldMs: number): number {
  return Math.floor(soldMs / DAY_MS);
}

/** The text is signed, not its bytes: several texts decode to the same bytes, and one of them is valid. */
function tokenCode(hmac: Hmac, word: SignedWord, payload: string): string {
  const { group, index } = PART_BY_WORD[word];
  return codeAt(hmac(`${group}.${payload}`), index);
}

/** The prefix `to` is no group number, so this is never the code of a token. */
function destinationCode(hmac: Hmac, clickToken: string, destination: string): string {
  return codeAt(hmac(`to.${clickToken}.${destination}`), 0);
}

function codeAt(digest: string, index: number): string {
  return digest.slice(index * CODE_LENGTH, (index + 1) * CODE_LENGTH);
}

/** Compares in constant time. */
function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
