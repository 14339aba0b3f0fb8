import { createHash, createHmac as createNodeHmac } from 'node:crypto';
import { createHmac, type Hmac } from './hmac.ts';

/** The keys that sign notices. Each is derived from a secret and is used for the sales of one UTC day. */
export type NoticeKeys = {
  /** The key derived from the first secret. */
  readonly signing: (day: number) => SigningKey;
  /** The keys of all secrets with this tag: in practice one or none. */
  readonly verifying: (tag: number, day: number) => readonly Hmac[];
};

export type SigningKey = {
  /** One byte that identifies the secret, so that not every secret has to be tried. */
  readonly tag: number;
  readonly hmac: Hmac;
};

/** More days than a notice is valid. Forged tokens can name any day, so the cache needs a limit. */
const DAYS_KEPT_MAX = 40;

export function createNoticeKeys(secrets: readonly string[]): NoticeKeys {
  const [first, ...others] = secrets.map(createSecret);
  if (first === undefined)
    throw new Error('expected at least one key for signing notices, but got none');
  const all = [first, ...others];
  return {
    signing: (day) => ({ tag: first.tag, hmac: first.hmacOf(day) }),
    verifying: (tag, day) => {
      const named = all.filter((secret) => secret.tag === tag);
      return named.map((secret) => secret.hmacOf(day));
    },
  };
}

function createSecret(text: string) {
  const byDay = new Map<number, Hmac>();
  return {
    tag: createHash('sha256').update(`parley notice key tag ${text}`).digest()[0] ?? 0,
    hmacOf(day: number): Hmac {
      const known = byDay.get(day);
      if (known !== undefined) return known;
      const key = createNodeHmac('sha256', text).update(`parley notices of day ${day}`).digest();
      const hmac = createHmac(key);
      if (byDay.size >= DAYS_KEPT_MAX) byDay.clear();
      byDay.set(day, hmac);
      return hmac;
    },
  };
}
