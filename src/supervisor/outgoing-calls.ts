import type { Config } from '../config/config.ts';
import { createNoticeClient } from '../http/client/notice-client.ts';
import { createWebhookClient } from '../http/client/webhook-client.ts';
import type { SendCall } from '../ledger/call-partners.ts';
import { webhookNameOf } from '../ledger/queue-webhook.ts';

/** Makes the calls of the outbox: of the URLs of partners that are or were known, and of the webhooks of the config. */
export function createOutgoingCalls(
  partners: Parameters<typeof createNoticeClient>[0],
  config: () => Config,
  nowMs: () => number,
): SendCall {
  const sendNotice = createNoticeClient(partners);
  const post = createWebhookClient(() => config().alerts.webhooks, nowMs);
  return (call, timeoutMs, recipient) => {
    const webhook = webhookNameOf(recipient);
    if (webhook === undefined) return sendNotice(call, timeoutMs, recipient);
    return post(webhook, call.body ?? '', timeoutMs);
  };
}
