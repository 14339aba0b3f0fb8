import type { Send } from '../../../core/auction/partner.ts';
import { isPublicIp } from '../../../lib/ip.ts';
import { createPartnerClient, type PartnerClientOptions } from './partner-client.ts';

/** How answers are read, by what is fetched. */
type Replies = Pick<PartnerClientOptions, 'replyBytesMax' | 'keptHeaders' | 'body'>;

/** The size of an image is at its beginning, behind what cameras and programs write there. */
export const IMAGE_REPLIES = {
  replyBytesMax: 256 * 1024,
  keptHeaders: new Set(['location']),
  body: 'start',
} as const satisfies Replies;

/** `ads.txt` of the largest publishers has a tenth of it. */
export const SUPPLY_FILE_BYTES_MAX = 1024 * 1024;

/** What publishers publish. */
export const SUPPLY_REPLIES = {
  replyBytesMax: SUPPLY_FILE_BYTES_MAX,
  keptHeaders: new Set(['content-type', 'location']),
} as const satisfies Replies;

/** Nobody reads the answer of a buyer's webhook: its status counts. */
export const WEBHOOK_REPLIES = { replyBytesMax: 64 * 1024 } as const satisfies Replies;

/** Little is fetched at a time, and nothing again soon. */
const CONNECTIONS_MAX = 4;
const IDLE_MS_MAX = 2000;

/**
 * Calls addresses that others name: people, publishers and buyers. These are untrusted and must not reach the internal
 * network: only public ones are connected to, each by the address that was checked, and no redirect is followed.
 */
export function createOutsideClient(replies: Replies): Send {
  return createPartnerClient({
    isAllowed: isPublicIp,
    connectionsMax: CONNECTIONS_MAX,
    idleMsMax: IDLE_MS_MAX,
    ...replies,
  });
}
