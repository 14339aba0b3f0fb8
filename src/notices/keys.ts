import { createHash, createHmac as createNodeHmac } from 'node:crypto';

export type NoticeKeys = ReturnType<typeof createNoticeKeys>;

type SigningKeys = DayKeys & {
  /** One byte that identifies the secret, so that not every secret has to be tried. */
  readonly tag: number;
};

export type DayKeys = {
  /** Signs notices. */
  readonly hmac: Hmac;
  /** The key that encrypts the partner's URLs of the sale with this payload. */
  readonly keyOfCalls: (payload: string) => Buffer;
};

/** More days than a click id is valid. Forged tokens can name any day, so the cache needs a limit. */
const DAYS_KEPT_MAX = 70;

/** The keys of notices. Each is derived from a secret and is used for the sales of one UTC day. */
export function createNoticeKeys(secrets: readonly string[]) {
  const [first, ...others] = secrets.map(createSecret);
  if (first === undefined)
    throw new Error('expected at least one key for signing notices, but got none');
  const all = [first, ...others];
  return {
    /** The keys derived from the first secret. */
    signing: first.keysOf,
    /** The keys of all secrets with this tag: in practice one pair or none. */
    verifying(tag: number, day: number): readonly DayKeys[] {
      const named = all.filter((secret) => secret.tag === tag);
      return named.map((secret) => secret.keysOf(day));
    },
    /** The keys with which an advertiser's server tells of conversions, by secret; the first is the one to hand out. */
    ofAdvertiser: (partner: string, seat: string) =>
      all.map(({ advertiserKey }) => advertiserKey(partner, seat)),
  };
}

function createSecret(text: string) {
  const tag = createHash('sha256').update(`parley notice key tag ${text}`).digest()[0] ?? 0;
  const byDay = new Map<number, SigningKeys>();
  return {
    tag,
    /** A partner's name has no slash, so no two advertisers share a label. */
    advertiserKey: (partner: string, seat: string) =>
      createNodeHmac('sha256', text)
        .update(`parley advertiser ${partner}/${seat}`)
        .digest('base64url'),
    keysOf(day: number): SigningKeys {
      const known = byDay.get(day);
      if (known !== undefined) return known;
      const keys = keysOfDay(text, tag, day);
      if (byDay.size >= DAYS_KEPT_MAX) byDay.clear();
      byDay.set(day, keys);
      return keys;
    },
  };
}

/** Most sales have no URLs of a partner, so the second key is derived for the first that has. */
function keysOfDay(secret: string, tag: number, day: number): SigningKeys {
  const derived = (label: string) => createNodeHmac('sha256', secret).update(label).digest();
  let hmacOfCalls: Hmac | undefined;
  return {
    tag,
    hmac: createHmac(derived(`parley notices of day ${day}`)),
    keyOfCalls(payload) {
      hmacOfCalls ??= createHmac(derived(`parley calls of day ${day}`));
      return Buffer.from(hmacOfCalls(payload), 'base64url');
    },
  };
}

/** HMAC-SHA-256 of a text under one key, in base64url. */
export type Hmac = (text: string) => string;

/** The key is hashed once. A copy of that state takes less than half the time of a new hasher. */
export function createHmac(key: Buffer): Hmac {
  const keyed = new Bun.CryptoHasher('sha256', key);
  return (text) => keyed.copy().update(text).digest('base64url');
}
