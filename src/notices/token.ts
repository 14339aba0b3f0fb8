import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FactKind, Sale } from '../ledger/fact.ts';
import { DAY_MS } from '../lib/day.ts';
import type { NoticeKeys } from './keys.ts';
import { decodeSale, encodeSale, readHeader } from './sale-codec.ts';

/** From the sale. Nobody shows an ad that was sold the day before. */
export const NOTICE_LIFE_MS = DAY_MS;

/** An ad can stand in a conversation that somebody opens again weeks later; its link must still lead on. */
export const CLICK_LIFE_MS = 30 * DAY_MS;

/** How far the clocks of machines may be apart. */
const CLOCK_SKEW_MS_MAX = 5 * 60 * 1000;

/** 84 bits, which is more than anybody can guess by calling us. */
const CODE_LENGTH = 14;

/** The longest payload, in base64url, and the code. */
const TOKEN = /^[A-Za-z0-9_-]{64,361}$/;

/** The kinds that share a digest, of which each has a part of its own: a digest has room for three codes. */
const KINDS_BY_DIGEST: readonly (readonly FactKind[])[] = [
  ['win', 'bill', 'loss'],
  ['impression', 'viewable', 'click'],
];

export function lifeMs(kind: FactKind): number {
  return kind === 'click' ? CLICK_LIFE_MS : NOTICE_LIFE_MS;
}

/** A sale whose notices can be signed. */
export type SealedSale = {
  /** An impression's token is no click's: the kind is signed with it. */
  readonly tokenOf: (kind: FactKind) => string;
  /** Binds a destination to a click's token, so that the token leads nowhere else. */
  readonly linkCode: (clickToken: string, destination: string) => string;
};

export function sealSale(sale: Sale, keys: NoticeKeys): SealedSale {
  const { tag, key } = keys.signing(dayOf(sale.soldMs));
  const payload = encodeSale(sale, tag);
  // Signing is most of what a sale costs: a digest is made once for all its kinds.
  const digests: string[] = [];
  return {
    tokenOf(kind) {
      const { group, place } = partOf(kind);
      digests[group] ??= digestOf(key, `${group}.${payload}`);
      return payload + codeAt(digests[group], place);
    },
    linkCode: (clickToken, destination) => destinationCode(key, clickToken, destination),
  };
}

export type Opened =
  | { readonly kind: 'sale'; readonly sale: Sale }
  /** Altered, made up, of another kind, or signed with a key that is not ours any more. */
  | { readonly kind: 'forged' }
  | { readonly kind: 'expired' };

export type Unopened = {
  readonly kind: FactKind;
  readonly token: string;
  /** Of a click: where it claims to lead, and the code that proves it. */
  readonly link?: { readonly destination: string; readonly code: string };
};

const FORGED: Opened = { kind: 'forged' };
const EXPIRED: Opened = { kind: 'expired' };

/** Only what was signed is told that it expired: whoever makes tokens up learns nothing. */
export function openToken(unopened: Unopened, keys: NoticeKeys, nowMs: number): Opened {
  const { kind, token, link } = unopened;
  if (!TOKEN.test(token)) return FORGED;
  const payload = token.slice(0, -CODE_LENGTH);
  const bytes = Buffer.from(payload, 'base64url');
  const header = readHeader(bytes);
  if (header === undefined) return FORGED;

  const code = codeOf(token);
  const signer = keys
    .verifying(header.keyTag, dayOf(header.soldMs))
    .find((key) => isSame(code, tokenCode(key, kind, payload)));
  if (signer === undefined || header.soldMs > nowMs + CLOCK_SKEW_MS_MAX) return FORGED;
  if (link !== undefined && !isSame(link.code, destinationCode(signer, token, link.destination))) {
    return FORGED;
  }
  if (nowMs - header.soldMs >= lifeMs(kind)) return EXPIRED;
  const sale = decodeSale(bytes);
  return sale === undefined ? FORGED : { kind: 'sale', sale };
}

/** What signs a token: of its own for each kind of each sale. */
export function codeOf(token: string): string {
  return token.slice(-CODE_LENGTH);
}

function dayOf(soldMs: number): number {
  return Math.floor(soldMs / DAY_MS);
}

/** Signed as text: of the characters that decode to the same bytes only one is right. */
function tokenCode(key: Buffer, kind: FactKind, payload: string): string {
  const { group, place } = partOf(kind);
  return codeAt(digestOf(key, `${group}.${payload}`), place);
}

/** No group of kinds is called `to`, so that this is no token's code. */
function destinationCode(key: Buffer, clickToken: string, destination: string): string {
  return codeAt(digestOf(key, `to.${clickToken}.${destination}`), 0);
}

function partOf(kind: FactKind): { readonly group: number; readonly place: number } {
  const group = KINDS_BY_DIGEST.findIndex((kinds) => kinds.includes(kind));
  return { group, place: KINDS_BY_DIGEST[group]?.indexOf(kind) ?? 0 };
}

function codeAt(digest: string, place: number): string {
  return digest.slice(place * CODE_LENGTH, (place + 1) * CODE_LENGTH);
}

function digestOf(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}

/** Takes as long for a code that is nearly right as for any other. */
function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
