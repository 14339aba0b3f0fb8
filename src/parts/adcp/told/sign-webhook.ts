import { createHash, createHmac } from 'node:crypto';
import { WEBHOOK_SIGNING } from '../brand.ts';
import type { BuyerWebhook } from '../records/buyer-webhook.ts';

/** The key of the exchange, whose public half is in its JWKS. */
type MessageKey = { readonly kid: string; readonly sign: (text: string) => Buffer };

type SignTerms = {
  readonly nowMs: number;
  /** Of one attempt: receivers refuse what comes twice with it. */
  readonly nonce: string;
  readonly key: MessageKey;
};

/** How long a signature counts, in seconds. The protocol allows no more. */
const SIGNATURE_SECONDS = 300;

const CONTENT_TYPE = 'application/json';

/** The headers with which a buyer knows a message as ours: one scheme, the one that the buyer has chosen. */
export function webhookHeaders(
  { url, scheme, credentials }: BuyerWebhook,
  body: string,
  terms: SignTerms,
): Readonly<Record<string, string>> {
  const headers = { 'Content-Type': CONTENT_TYPE };
  if (scheme === 'Bearer') return { ...headers, Authorization: `Bearer ${credentials}` };
  if (scheme === 'RFC 9421') return { ...headers, ...signed(url, body, terms) };
  const seconds = Math.floor(terms.nowMs / 1000);
  const hmac = createHmac('sha256', credentials).update(`${seconds}.${body}`);
  return {
    ...headers,
    'X-ADCP-Timestamp': String(seconds),
    'X-ADCP-Signature': `sha256=${hmac.digest('hex')}`,
  };
}

/** HTTP message signatures as AdCP uses them for webhooks. */
function signed(url: string, body: string, { nowMs, nonce, key }: SignTerms) {
  const target = new URL(url);
  const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
  const covered: readonly (readonly [string, string])[] = [
    ['@method', 'POST'],
    ['@target-uri', canonical(`${target.origin}${target.pathname}${target.search}`)],
    ['@authority', target.host],
    ['content-type', CONTENT_TYPE],
    ['content-digest', digest],
  ];
  const created = Math.floor(nowMs / 1000);
  const names = covered.map(([name]) => `"${name}"`).join(' ');
  const input = `(${names});created=${created};expires=${created + SIGNATURE_SECONDS};nonce="${nonce}";keyid="${key.kid}";alg="ed25519";tag="${WEBHOOK_SIGNING.profile}"`;
  const lines = covered.map(([name, value]) => `"${name}": ${value}`);
  const signature = key.sign([...lines, `"@signature-params": ${input}`].join('\n'));
  return {
    'Content-Digest': digest,
    'Signature-Input': `sig1=${input}`,
    Signature: `sig1=:${signature.toString('base64url')}:`,
  };
}

/** RFC 3986: what needs no escape has none, and escapes have capital letters. */
function canonical(url: string): string {
  return url.replace(/%[0-9a-f]{2}/gi, (escaped) => {
    const char = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return /[\w.~-]/.test(char) ? char : escaped.toUpperCase();
  });
}
