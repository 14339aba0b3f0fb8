import { timingSafeEqual } from 'node:crypto';
import { DAY_MS, dayOf } from '../../lib/day.ts';
import type { Hmac } from '../../lib/hmac.ts';
import { FACT_KINDS, type FactKind, type Sale } from './fact.ts';
import type { NoticeKeys, SigningKeys } from './keys.ts';
import type { SignedWord, TokenKind } from './paths.ts';
import {
  decodeSale,
  type EncodedSale,
  encodeSale,
  PAYLOAD_LENGTH_MAX,
  readHeader,
} from './sale-codec.ts';
import { openCalls, sealCalls } from './sealed-calls.ts';

/** Counted from the sale. An ad is shown within a day, or not at all. */
export const NOTICE_LIFE_MS = DAY_MS;

/** A person can open an old conversation weeks later. The links of its ads must still work, and an ad can be reported then. */
export const CLICK_LIFE_MS = 30 * DAY_MS;

/** The largest difference allowed between the clocks of machines. */
export const CLOCK_SKEW_MS_MAX = 5 * 60 * 1000;

/** 72 bits, too many to guess by calling the server. */
export const CODE_LENGTH = 12;

/** The longest payload in base64url, the character of the calls, and the code. */
export const TOKEN_LENGTH_MAX = PAYLOAD_LENGTH_MAX + 1 + CODE_LENGTH;
/** A later version, which machines are replaced by one by one, may have more to say of a sale. */
const TOKEN = /^[A-Za-z0-9_-]{64,1024}$/;

/** One character between payload and code. Its six bits say for which kinds of notice the partner has URLs. */
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

type Signing = {
  readonly kind: TokenKind;
  /** The code is a part of one of two digests. A digest has room for seven codes. */
  readonly group: 'usual' | 'fixed';
  readonly index: 0 | 1 | 2 | 3 | 4 | 5 | 6;
};

const SIGNING_BY_WORD: Readonly<Record<SignedWord, Signing>> = {
  win: { kind: 'win', group: 'usual', index: 0 },
  bill: { kind: 'bill', group: 'usual', index: 1 },
  loss: { kind: 'loss', group: 'usual', index: 2 },
  impression: { kind: 'impression', group: 'usual', index: 3 },
  viewable: { kind: 'viewable', group: 'usual', index: 4 },
  click: { kind: 'click', group: 'usual', index: 5 },
  feedback: { kind: 'feedback', group: 'usual', index: 6 },
  'fixed-win': { kind: 'win', group: 'fixed', index: 0 },
  'fixed-bill': { kind: 'bill', group: 'fixed', index: 1 },
};

/** The partner's URLs that this server calls, by the notice that makes them due. */
export type PartnerUrls = Readonly<Partial<Record<FactKind, readonly string[]>>>;

const NO_URLS: PartnerUrls = {};

/** A sale whose notices can be signed. */
export type SealedSale = {
  readonly payload: string;
  readonly keys: SigningKeys;
  /** Which sale of its answer it is, from 0. */
  readonly index: number;
  urls: PartnerUrls;
  /** The payload, and for which kinds of notice the partner has URLs. */
  signed: string;
  /** By group. Signing is most of the cost of a sale: each digest is computed once for all its words. */
  usual: string | undefined;
  fixed: string | undefined;
};

export function sealSale(
  sale: Sale,
  keys: NoticeKeys,
  responseMicros = sale.priceMicros,
  index = 0,
): SealedSale {
  const signing = keys.signing(dayOf(sale.soldMs));
  const payload = encodeSale({ sale, responseMicros }, signing.tag);
  const signed = payload + kindsOf(NO_URLS);
  return {
    payload,
    keys: signing,
    index,
    urls: NO_URLS,
    signed,
    usual: undefined,
    fixed: undefined,
  };
}

/** Before the first token is made: it says which notices carry calls. */
export function carryUrls(sealed: SealedSale, urls: PartnerUrls): SealedSale {
  sealed.urls = urls;
  sealed.signed = sealed.payload + kindsOf(urls);
  return sealed;
}

/** The word is signed too, so the token of an impression is not valid for a click. */
export function tokenOf(sealed: SealedSale, word: SignedWord): string {
  const { group, index } = SIGNING_BY_WORD[word];
  sealed[group] ??= sealed.keys.hmac(`${group}.${sealed.signed}`);
  return sealed.signed + codeAt(sealed[group], index);
}

/** The encrypted URLs that every notice of this kind has to carry; undefined where there are none. */
export function callsOf(
  { payload, keys, index, urls }: SealedSale,
  kind: FactKind,
): string | undefined {
  const list = urls[kind];
  return list && sealCalls(keys.keyOfCalls(payload), { index, kind }, list);
}

/** Signs a text of the URL together with its token, so that the token redirects nowhere else and is of no other ad. */
export function textCode({ keys }: SealedSale, token: string, text: string): string {
  return textCodeOf(keys.hmac, token, text);
}

/** Signed with the payload, so that nobody can leave the URLs out. */
function kindsOf(urls: PartnerUrls): string {
  let bits = 0;
  for (let i = 0; i < FACT_KINDS.length; i++) {
    if (urls[FACT_KINDS[i] ?? 'win'] !== undefined) bits |= 1 << i;
  }
  return BASE64URL.charAt(bits);
}

function hasKind(kinds: string, kind: FactKind): boolean {
  return ((BASE64URL.indexOf(kinds) >> FACT_KINDS.indexOf(kind)) & 1) === 1;
}

export type Opened =
  | ({
      readonly kind: 'sale';
      /** The partner's URLs to call. */
      readonly calls: readonly string[];
    } & EncodedSale)
  /**
   * Forged: altered, invented, of another word, or signed with a key that is no longer listed. Other calls: the partner's
   * URLs are missing, altered, or of another sale or kind.
   */
  | { readonly kind: 'forged' | 'other-calls' | 'expired' };

export type Unopened = {
  readonly signedAs: SignedWord;
  readonly token: string;
  /** The encrypted URLs beside it. */
  readonly calls?: string | undefined;
  /** The text that is signed with it, and its signature: the destination of a click, the title of an ad that is told of. */
  readonly signedText?: { readonly text: string; readonly code: string } | undefined;
};

const FORGED: Opened = { kind: 'forged' };
const OTHER_CALLS: Opened = { kind: 'other-calls' };
const EXPIRED: Opened = { kind: 'expired' };
const NOTHING_TO_CALL: readonly string[] = [];

/** `expired` is returned for signed tokens only, so that it reveals nothing about forged ones. */
export function openToken(unopened: Unopened, keys: NoticeKeys, nowMs: number): Opened {
  const { signedAs, token, signedText } = unopened;
  if (!TOKEN.test(token)) return FORGED;
  const signed = token.slice(0, -CODE_LENGTH);
  const { bytes, payload, kinds } = partsOf(signed);
  const header = readHeader(bytes);
  if (header === undefined) return FORGED;

  const code = codeOf(token);
  const signer = keys
    .verifying(header.keyTag, dayOf(header.soldMs))
    .find(({ hmac }) => isSame(code, tokenCode(hmac, signedAs, signed)));
  if (signer === undefined || header.soldMs > nowMs + CLOCK_SKEW_MS_MAX) return FORGED;
  if (
    signedText !== undefined &&
    !isSame(signedText.code, textCodeOf(signer.hmac, token, signedText.text))
  ) {
    return FORGED;
  }
  const isLong = signedAs === 'click' || signedAs === 'feedback';
  const lifeMs = isLong ? CLICK_LIFE_MS : NOTICE_LIFE_MS;
  if (nowMs - header.soldMs >= lifeMs) return EXPIRED;
  const decoded = decodeSale(bytes);
  if (decoded === undefined) return FORGED;
  const { kind } = SIGNING_BY_WORD[signedAs];
  // The token decides whether there are URLs. Neither may they be left out, nor others be added.
  const isCarrying = kind !== 'feedback' && hasKind(kinds, kind);
  if (isCarrying !== (unopened.calls !== undefined)) return OTHER_CALLS;
  const calls =
    kind === 'feedback' || unopened.calls === undefined
      ? NOTHING_TO_CALL
      : openCalls(signer.keyOfCalls(payload), kind, unopened.calls);
  return calls === undefined ? OTHER_CALLS : { kind: 'sale', calls, ...decoded };
}

function partsOf(signed: string) {
  const bytes = Buffer.from(signed, 'base64url');
  const payload = signed.slice(0, -1);
  // Bytes depend only on the characters before them, so the last character is left out by its length.
  const length = Math.floor((payload.length * 3) / 4);
  return { bytes: bytes.subarray(0, length), payload, kinds: signed.slice(-1) };
}

/** The signature at the end of a token. Each word of each sale has its own. */
export function codeOf(token: string): string {
  return token.slice(-CODE_LENGTH);
}

/** The text is signed, not its bytes: several texts decode to the same bytes, and one of them is valid. */
function tokenCode(hmac: Hmac, word: SignedWord, signed: string): string {
  const { group, index } = SIGNING_BY_WORD[word];
  return codeAt(hmac(`${group}.${signed}`), index);
}

/** The prefix `to` is no group, so this is never the code of a token. */
function textCodeOf(hmac: Hmac, token: string, text: string): string {
  return codeAt(hmac(`to.${token}.${text}`), 0);
}

export function codeAt(digest: string, index: number): string {
  return digest.slice(index * CODE_LENGTH, (index + 1) * CODE_LENGTH);
}

/** Compares in constant time. */
export function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
