import { createCipheriv, createDecipheriv } from 'node:crypto';
import { FACT_KINDS, type FactKind } from './fact.ts';

/** URLs of one notice. */
export const CALLS_MAX = 20;

/**
 * The partner's URLs of one notice as the value of its parameter `c`: a byte for the index of the sale in its answer,
 * from 0 to 9, the URLs under AES-256-GCM, the tag; in base64url. A page can neither read nor change them, and no macro can stand in them.
 */
export function sealCalls(
  key: Buffer,
  { index, kind }: { readonly index: number; readonly kind: FactKind },
  urls: readonly string[],
): string {
  const cipher = createCipheriv(CIPHER, key, nonceOf(index, kind));
  const encrypted = cipher.update(urls.join(SEPARATOR), 'utf8');
  cipher.final();
  const end = INDEX_BYTES + encrypted.length + TAG_BYTES;
  scratch[0] = index;
  scratch.set(encrypted, INDEX_BYTES);
  scratch.set(cipher.getAuthTag(), end - TAG_BYTES);
  return scratch.toString('base64url', 0, end);
}

/** Undefined if the text was changed, or belongs to another sale or another kind of notice. */
export function openCalls(
  key: Buffer,
  kind: FactKind,
  text: string,
): readonly string[] | undefined {
  if (text.length > SEALED_LENGTH_MAX) return undefined;
  const sealed = Buffer.from(text, 'base64url');
  // Several texts decode to the same bytes; one of them was given out.
  if (sealed.length <= INDEX_BYTES + TAG_BYTES || sealed.toString('base64url') !== text) {
    return undefined;
  }
  const decipher = createDecipheriv(CIPHER, key, nonceOf(sealed[0] ?? 0, kind));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  const decrypted = decipher.update(sealed.subarray(INDEX_BYTES, -TAG_BYTES));
  try {
    decipher.final();
  } catch {
    return undefined;
  }
  const urls = decrypted.toString().split(SEPARATOR, CALLS_MAX + 1);
  return urls.length > CALLS_MAX ? undefined : urls;
}

/** The most bytes of URLs, with a separator between them, that a value of this many characters can hold. */
export function bytesWithin(characters: number): number {
  return Math.floor((characters * 3) / 4) - INDEX_BYTES - TAG_BYTES;
}

const CIPHER = 'aes-256-gcm';
const TAG_BYTES = 16;
const NONCE_BYTES = 12;
const INDEX_BYTES = 1;

/** No URL that is called has white space in it. */
const SEPARATOR = '\n';

/** More than a notice has room for. */
const SEALED_LENGTH_MAX = 4096;

/** Sealing is synchronous and its result is copied, so one buffer is enough. */
const scratch = Buffer.alloc(SEALED_LENGTH_MAX);
const nonce = Buffer.alloc(NONCE_BYTES);

/**
 * A key and a nonce must never encrypt two texts. The key is of one payload, which has the auction's UUID, made here for
 * one request. So all that a key encrypts belongs to the sales of one answer, and the nonce tells these apart: by their
 * index, since the ids of two impressions may be shortened to the same text, and by the kind, since a sale has one list
 * of URLs for each, which is sealed once. So no nonce has to travel, and a value fits its own sale and kind alone.
 */
function nonceOf(index: number, kind: FactKind): Buffer {
  nonce[0] = index;
  nonce[1] = FACT_KINDS.indexOf(kind);
  return nonce;
}
