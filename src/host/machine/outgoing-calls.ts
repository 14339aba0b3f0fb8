import type { SendCall } from '../../ledger/call-partners.ts';
import { webhookNameOf } from '../../ledger/outbox.ts';
import { createNoticeClient } from '../http/client/notice-client.ts';
import { createWebhookClient } from '../http/client/webhook-client.ts';
import type { Offers } from '../offers.ts';

type OutgoingParts = {
  readonly partners: Parameters<typeof createNoticeClient>[0];
  readonly webhooks: Parameters<typeof createWebhookClient>[0];
  readonly offers: Pick<Offers, 'postWebhook'>;
  readonly nowMs: () => number;
};

/** Makes the calls of the outbox: of the URLs of partners that are or were known, and of webhooks. */
export function createOutgoingCalls(parts: OutgoingParts): SendCall {
  const { offers } = parts;
  const sendNotice = createNoticeClient(parts.partners);
  const post = createWebhookClient(parts.webhooks, parts.nowMs);
  return (call, timeoutMs, recipient) => {
    const webhook = webhookNameOf(recipient);
    if (webhook === undefined) return sendNotice(call, timeoutMs, recipient);
    const body = call.body ?? '';
    if (!isOfPart(webhook)) return post(webhook, body, timeoutMs);
    return offers.postWebhook?.(webhook, body, timeoutMs) ?? NOBODYS;
  };
}

/** No webhook of the config has a slash in its name. */
export const isOfPart = (webhook: string): boolean => webhook.includes('/');

/** The part that knows it has not started yet, or is left out. */
const NOBODYS = Promise.resolve({ failure: 'nobody here knows this webhook' });
