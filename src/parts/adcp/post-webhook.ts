import { createHash, createHmac } from 'node:crypto';
import type { Send } from '../../core/auction/partner.ts';
import { createMessageKeys } from '../../core/sale/message-key.ts';
import type { Config } from '../../host/config/config.ts';
import type { Host } from '../../host/host.ts';
import { createOutsideClient, WEBHOOK_REPLIES } from '../../host/http/client/outside-client.ts';
import type { Offers } from '../../host/offers.ts';
import { perObject } from '../../lib/lookup.ts';
import { canonicalUri } from './signatures.ts';
import { readBuyerWebhook } from './tell-buyers.ts';
import { type BuyerWebhook, WEBHOOK_SIGNING } from './webhooks.ts';

/** Refusals that may be over the next time. Others are final: a buyer's server would refuse the same bytes again. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429]);

/** Posts to webhooks of buyers: each where its record says now, and as that says now. */
export function createPostWebhook(
  { ledger, work, nowMs, newId }: Pick<Host, 'ledger' | 'work' | 'nowMs' | 'newId'>,
  send: Send = createOutsideClient(WEBHOOK_REPLIES),
): NonNullable<Offers['postWebhook']> {
  const keysOf = perObject(({ keys }: Config['notices']) => createMessageKeys(keys));
  return async (name, stored, timeoutMs) => {
    const open = ledger.database();
    if (open === undefined) return UNREACHABLE;
    // The caller of the outbox takes no rejection.
    const webhook = await readBuyerWebhook(open.query, name).catch(() => UNREACHABLE);
    if (webhook === undefined) return GONE;
    if ('failure' in webhook) return webhook;
    const { url, token, authentication } = webhook;
    // The outbox has no secrets of buyers.
    const body = token === undefined ? stored : JSON.stringify({ ...JSON.parse(stored), token });
    const key = keysOf(work().setup.config.notices);
    const seconds = Math.floor(nowMs() / 1000);
    const own =
      authentication === undefined
        ? signedHeaders(new URL(url), body, { seconds, nonce: newId(), key })
        : headersWith(authentication, body, seconds);
    const headers = { 'Content-Type': JSON_TYPE, ...own };
    const reply = await send({ method: 'POST', url, headers, body }, timeoutMs);
    if ('failure' in reply) return { failure: reply.failure };
    const { status } = reply;
    const isFinal = status >= 300 && status < 500 && !PASSING.has(status);
    return { status, ...(isFinal && { isFinal }) };
  };
}

const UNREACHABLE = { failure: 'the database cannot be reached' };
const GONE = { failure: 'the buyer has no such webhook any more', isFinal: true };

const JSON_TYPE = 'application/json';

/** The headers of the scheme that the buyer has chosen. */
function headersWith(
  { schemes, credentials }: NonNullable<BuyerWebhook['authentication']>,
  body: string,
  seconds: number,
): Readonly<Record<string, string>> {
  if (schemes[0] === 'Bearer') return { Authorization: `Bearer ${credentials}` };
  const hmac = createHmac('sha256', credentials).update(`${seconds}.${body}`).digest('hex');
  return { 'X-ADCP-Timestamp': String(seconds), 'X-ADCP-Signature': `sha256=${hmac}` };
}

type SignTerms = {
  readonly seconds: number;
  /** Of one attempt: receivers refuse what comes twice with it. */
  readonly nonce: string;
  /** The key of the exchange, whose public half is in its JWKS. */
  readonly key: Pick<ReturnType<typeof createMessageKeys>, 'kid' | 'sign'>;
};

/** How long a signature counts, in seconds. The protocol allows no more. */
const SIGNATURE_SECONDS = 300;

/** The headers with which a buyer knows a message as ours (RFC 9421). */
function signedHeaders(target: URL, body: string, { seconds, nonce, key }: SignTerms) {
  const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
  const covered = Object.entries({
    '@method': 'POST',
    '@target-uri': canonicalUri(target),
    '@authority': target.host,
    'content-type': JSON_TYPE,
    'content-digest': digest,
  });
  const names = covered.map(([name]) => `"${name}"`).join(' ');
  const input = `(${names});created=${seconds};expires=${seconds + SIGNATURE_SECONDS};nonce="${nonce}";keyid="${key.kid}";alg="ed25519";tag="${WEBHOOK_SIGNING.profile}"`;
  const lines = covered.map(([name, value]) => `"${name}": ${value}`);
  const signature = key.sign([...lines, `"@signature-params": ${input}`].join('\n'));
  return {
    'Content-Digest': digest,
    'Signature-Input': `sig1=${input}`,
    Signature: `sig1=:${signature.toString('base64url')}:`,
  };
}
