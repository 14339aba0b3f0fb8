import type { Send } from '../../../core/auction/partner.ts';
import { isPublicIp } from '../../../lib/ip.ts';
import { createPartnerClient } from './partner-client.ts';

/** `ads.txt` of the largest publishers has a tenth of it. */
export const SUPPLY_FILE_BYTES_MAX = 1024 * 1024;

/** How their answers are read. */
export const SUPPLY_REPLIES = {
  replyBytesMax: SUPPLY_FILE_BYTES_MAX,
  keptHeaders: new Set(['content-type', 'location']),
};

/** Few files are fetched at a time, and none again soon. */
const CONNECTIONS_MAX = 4;
const IDLE_MS_MAX = 2000;

/**
 * Fetches what publishers publish. Their domains, and the redirects of their servers, are untrusted and must not reach the
 * internal network: only public addresses are connected to, each by the address that was checked.
 */
export function createSupplyClient(): Send {
  return createPartnerClient({
    isAllowed: isPublicIp,
    ...SUPPLY_REPLIES,
    connectionsMax: CONNECTIONS_MAX,
    idleMsMax: IDLE_MS_MAX,
  });
}
