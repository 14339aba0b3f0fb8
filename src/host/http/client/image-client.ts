import type { Send } from '../../../core/auction/partner.ts';
import { isPublicIp } from '../../../lib/ip.ts';
import { createPartnerClient } from './partner-client.ts';

/** How their answers are read: the size of an image is at its beginning, behind what cameras and programs write there. */
export const IMAGE_REPLIES = {
  replyBytesMax: 256 * 1024,
  keptHeaders: new Set(['location']),
  body: 'start',
} as const;

const CONNECTIONS_MAX = 4;
const IDLE_MS_MAX = 2000;

/**
 * Fetches the beginning of images by addresses that people type. These are untrusted and must not reach the internal
 * network: only public addresses are connected to, each by the address that was checked.
 */
export function createImageClient(): Send {
  return createPartnerClient({
    isAllowed: isPublicIp,
    ...IMAGE_REPLIES,
    connectionsMax: CONNECTIONS_MAX,
    idleMsMax: IDLE_MS_MAX,
  });
}
