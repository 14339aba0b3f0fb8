import type { Send } from '../../../core/auction/partner.ts';
import { createPartnerClient } from './partner-client.ts';

type WebhookTarget = { readonly name: string; readonly url: string; readonly secret: string };

/** Posts a body to the webhook of this name, and gives up after so long. Resolves always. */
export type PostWebhook = (name: string, body: string, giveUpMs: number) => ReturnType<Send>;

/** Webhooks come from the config alone, so that they may lead to addresses of the internal network. */
export function createWebhookClient(
  /** Returns the webhooks of the current config. */
  webhooks: () => readonly WebhookTarget[],
  nowMs: () => number,
): PostWebhook {
  const send = createPartnerClient();
  return (name, body, giveUpMs) => {
    const webhook = webhooks().find((one) => one.name === name);
    if (webhook === undefined) return Promise.resolve(UNKNOWN_WEBHOOK);
    const headers = {
      'Content-Type': 'application/json',
      'Parley-Signature': signatureOf(webhook.secret, body, nowMs()),
    };
    return send({ method: 'POST', url: webhook.url, headers, body }, giveUpMs);
  };
}

const UNKNOWN_WEBHOOK = { failure: 'the config has no such webhook' };

/** The time is signed too, so that a receiver can refuse a message that somebody sends again later. */
function signatureOf(secret: string, body: string, nowMs: number): string {
  const seconds = Math.floor(nowMs / 1000);
  const hmac = new Bun.CryptoHasher('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${hmac}`;
}
