import { createHash, createHmac } from 'node:crypto';

/** What notices are signed with. A key holds for the sales of one UTC day, and is made from a secret. */
export type NoticeKeys = {
  /** Of the first secret. */
  readonly signing: (day: number) => SigningKey;
  /** Of every secret with this tag: almost always one or none. */
  readonly verifying: (tag: number, day: number) => readonly Buffer[];
};

export type SigningKey = {
  /** One byte that tells which secret the key was made from, so that not all have to be tried. */
  readonly tag: number;
  readonly key: Buffer;
};

/** More days than notices live. Forged tokens can name any day, and must not fill the memory. */
const DAYS_KEPT_MAX = 40;

export function createNoticeKeys(secrets: readonly string[]): NoticeKeys {
  const [first, ...others] = secrets.map(createSecret);
  if (first === undefined) throw new Error('notices cannot be signed without a key');
  const all = [first, ...others];
  return {
    signing: (day) => ({ tag: first.tag, key: first.keyOf(day) }),
    verifying: (tag, day) => {
      const named = all.filter((secret) => secret.tag === tag);
      return named.map((secret) => secret.keyOf(day));
    },
  };
}

function createSecret(text: string) {
  const byDay = new Map<number, Buffer>();
  return {
    tag: createHash('sha256').update(`parley notice key tag ${text}`).digest()[0] ?? 0,
    keyOf(day: number): Buffer {
      const known = byDay.get(day);
      if (known !== undefined) return known;
      const key = createHmac('sha256', text).update(`parley notices of day ${day}`).digest();
      if (byDay.size >= DAYS_KEPT_MAX) byDay.clear();
      byDay.set(day, key);
      return key;
    },
  };
}
