import type { Send } from '../../core/auction/partner.ts';
import { createMessageKeys } from '../../core/sale/message-key.ts';
import type { SendCall } from '../../ledger/call-partners.ts';
import { webhookNameOf } from '../../ledger/queue-webhook.ts';
import { perObject } from '../../lib/lookup.ts';
import type { Runtime } from '../../lib/runtime.ts';
import type { Database } from '../../lib/sql/database.ts';
import { isNameOfBuyer, readBuyerWebhook } from '../../parts/adcp/tell-buyers.ts';
import { webhookHeaders } from '../../parts/adcp/webhooks.ts';
import type { Config } from '../config/config.ts';
import { createNoticeClient } from '../http/client/notice-client.ts';
import { createOutsideClient, WEBHOOK_REPLIES } from '../http/client/outside-client.ts';
import { createWebhookClient } from '../http/client/webhook-client.ts';

type OutgoingParts = Pick<Runtime, 'nowMs' | 'newId'> & {
  readonly partners: Parameters<typeof createNoticeClient>[0];
  readonly config: () => Pick<Config, 'alerts' | 'notices'>;
  readonly database: () => Database | undefined;
  /** Posts to webhooks of buyers. */
  readonly send?: Send;
};

/** Makes the calls of the outbox: of the URLs of partners that are or were known, and of webhooks. */
export function createOutgoingCalls(parts: OutgoingParts): SendCall {
  const sendNotice = createNoticeClient(parts.partners);
  const post = createWebhookClient(() => parts.config().alerts.webhooks, parts.nowMs);
  const tellBuyer = createBuyerCalls(parts);
  return (call, timeoutMs, recipient) => {
    const webhook = webhookNameOf(recipient);
    if (webhook === undefined) return sendNotice(call, timeoutMs, recipient);
    const body = call.body ?? '';
    return isNameOfBuyer(webhook)
      ? tellBuyer(webhook, body, timeoutMs)
      : post(webhook, body, timeoutMs);
  };
}

/** Refusals that may be over the next time. Others are final: a buyer's server would refuse the same bytes again. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429]);

/** Posts to webhooks of buyers: each where its record says now, and as that says now. */
function createBuyerCalls({
  config,
  database,
  nowMs,
  newId,
  send = createOutsideClient(WEBHOOK_REPLIES),
}: Omit<OutgoingParts, 'partners'>) {
  const keysOf = perObject(({ keys }: Config['notices']) => createMessageKeys(keys));
  return async (
    name: string,
    stored: string,
    timeoutMs: number,
  ): Promise<Awaited<ReturnType<SendCall>>> => {
    const open = database();
    if (open === undefined) return UNREACHABLE;
    // The caller of the outbox takes no rejection.
    const webhook = await readBuyerWebhook(open.query, name).catch(() => UNREACHABLE);
    if (webhook === undefined) return GONE;
    if ('failure' in webhook) return webhook;
    const body = withToken(stored, webhook.token);
    const terms = { nowMs: nowMs(), nonce: newId(), key: keysOf(config().notices) };
    const headers = webhookHeaders(webhook, body, terms);
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
