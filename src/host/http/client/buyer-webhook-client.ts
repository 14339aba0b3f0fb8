import type { Send } from '../../../core/auction/partner.ts';
import { isPublicIp } from '../../../lib/ip.ts';
import { createPartnerClient } from './partner-client.ts';

/** Nobody reads the answer: its status counts. */
const REPLY_BYTES_MAX = 64 * 1024;
const CONNECTIONS_MAX = 4;
const IDLE_MS_MAX = 2000;

/**
 * Posts to the webhooks that buyers name. Their addresses are untrusted and must not reach the internal network: only
 * public ones are connected to, each by the address that was checked, and no redirect is followed.
 */
export function createBuyerWebhookClient(): Send {
  return createPartnerClient({
    isAllowed: isPublicIp,
    replyBytesMax: REPLY_BYTES_MAX,
    connectionsMax: CONNECTIONS_MAX,
    idleMsMax: IDLE_MS_MAX,
  });
}
