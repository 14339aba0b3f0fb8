import type { Send } from '../../core/auction/partner.ts';
import { createMessageKeys } from '../../core/sale/message-key.ts';
import type { Config } from '../../host/config/config.ts';
import type { Host } from '../../host/host.ts';
import { createOutsideClient, WEBHOOK_REPLIES } from '../../host/http/client/outside-client.ts';
import type { Offers } from '../../host/offers.ts';
import { perObject } from '../../lib/lookup.ts';
import { readBuyerWebhook } from './tell-buyers.ts';
import { webhookHeaders } from './webhooks.ts';

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
    const body = withToken(stored, webhook.token);
    const key = keysOf(work().setup.config.notices);
    const headers = webhookHeaders(webhook, body, { nowMs: nowMs(), nonce: newId(), key });
    const reply = await send({ method: 'POST', url: webhook.url, headers, body }, timeoutMs);
    if ('failure' in reply) return { failure: reply.failure };
    const { status } = reply;
    const isFinal = status >= 300 && status < 500 && !PASSING.has(status);
    return { status, ...(isFinal && { isFinal }) };
  };
}

/** The outbox has no secrets of buyers. */
function withToken(body: string, token: string | undefined): string {
  if (token === undefined) return body;
  return JSON.stringify({ ...(JSON.parse(body) as object), token });
}

const UNREACHABLE = { failure: 'the database cannot be reached' };
const GONE = { failure: 'the buyer has no such webhook any more', isFinal: true };
