import type { AdcpVersion } from '../versions.ts';

/** The tasks with which a buyer names a webhook. */
export type WebhookTask =
  | 'create_media_buy'
  | 'update_media_buy'
  | 'sync_creatives'
  | 'sync_accounts'
  | 'media_buy_delivery';

/** Where a buyer is told of changes, or gets its reports. */
export type BuyerWebhook = {
  readonly url: string;
  readonly task: WebhookTask;
  /** In which messages are written. */
  readonly version: AdcpVersion;
  /** What the buyer calls the operation; every message has it. */
  readonly operationId?: string;
  /** Every message has it, so that the buyer knows from whom it is. */
  readonly token?: string;
  /** `RFC 9421`: messages are signed with the key of the exchange, and there are no credentials. */
  readonly scheme: 'Bearer' | 'HMAC-SHA256' | 'RFC 9421';
  /** The bearer token, or the secret that signs. */
  readonly credentials: string;
};

/** For people and the audit: paths and queries of such addresses often have a secret too. */
export function shownWebhook(webhook: BuyerWebhook | undefined): string | undefined {
  return webhook && `${URL.parse(webhook.url)?.origin ?? '?'} (${webhook.scheme})`;
}
