import { createHash, createHmac as createNodeHmac } from 'node:crypto';
import { createHmac, type Hmac } from '../../lib/hmac.ts';

export type NoticeKeys = ReturnType<typeof createNoticeKeys>;

export type SigningKeys = DayKeys & {
  /** One byte that identifies the secret, so that not every secret has to be tried. */
  readonly tag: number;
};

type DayKeys = {
  /** Signs notices. */
  readonly hmac: Hmac;
  /** The key that encrypts the partner's URLs of the sale with this payload. */
  readonly keyOfCalls: (payload: string) => Buffer;
};

/** More days than a click id is valid. Forged tokens can name any day, so the cache needs a limit. */
const DAYS_KEPT_MAX = 70;

/** The versions of an advertiser's key that are accepted; the first is the one to hand out. */
export type KeyVersionsOf = (partner: string, seat: string) => readonly number[];

const FIRST_VERSION = 1;

/** Of an advertiser whose key was never changed. */
export const FIRST_ALONE: readonly number[] = [FIRST_VERSION];

const firstAlone: KeyVersionsOf = () => FIRST_ALONE;

/** The keys of notices. Each is derived from a secret and is used for the sales of one UTC day. */
export function createNoticeKeys(secrets: readonly string[], versionsOf = firstAlone) {
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
    /** The keys with which an advertiser's server tells of conversions; the first is the one to hand out. */
    ofAdvertiser: (partner: string, seat: string) =>
      versionsOf(partner, seat).flatMap((version) =>
        all.map(({ advertiserKey }) => advertiserKey(partner, seat, version)),
      ),
  };
}

function createSecret(text: string) {
  const tag = createHash('sha256').update(`parley notice key tag ${text}`).digest()[0] ?? 0;
  const byDay = new Map<number, SigningKeys>();
  return {
    tag,
    /** A partner's name has neither a slash nor a space, so no two advertisers and no two versions share a label. */
    advertiserKey(partner: string, seat: string, version: number) {
      const name = `${partner}/${seat}`;
      const label = version === FIRST_VERSION ? name : `key ${version} of ${name}`;
      return createNodeHmac('sha256', text)
        .update(`parley advertiser ${label}`)
        .digest('base64url');
    },
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
    hmac: createHmac(derived(`parley notices of day ${day}`), 'sha512'),
    keyOfCalls(payload) {
      hmacOfCalls ??= createHmac(derived(`parley calls of day ${day}`));
      return Buffer.from(hmacOfCalls(payload), 'base64url');
    },
  };
}
