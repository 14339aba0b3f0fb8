import { lookup } from 'node:dns/promises';
import type { SendNotice } from '../../demand/partner.ts';
import { inTime } from '../../lib/in-time.ts';
import { isPublicIp } from '../../lib/ip.ts';
import { createPartnerClient } from './partner-client.ts';

/** How long the result of a name lookup is used. */
const KNOWN_MS_MAX = 60_000;
const LOOKUP_MS_MAX = 1000;
/** More than any config has. A reload can bring other partners. */
const HOSTS_MAX = 1000;

type Known = { readonly isInside: Promise<boolean>; readonly untilMs: number };

/**
 * Calls the URLs in partners' bids. These URLs are untrusted and must not reach the internal network, so only
 * public addresses are called. A partner whose configured URL has an internal address may name internal addresses.
 */
export function createNoticeClient(
  /** Returns the partners of the current config. */
  partners: () => readonly { readonly name: string; readonly url?: string }[],
  nowMs: () => number,
): SendNotice {
  const sendOutside = createPartnerClient({ isAllowed: isPublicIp });
  const sendAnywhere = createPartnerClient();
  const known = new Map<string, Known>();

  function livesInside(host: string): Promise<boolean> {
    const before = known.get(host);
    if (before !== undefined && before.untilMs > nowMs()) return before.isInside;
    if (known.size >= HOSTS_MAX) known.clear();
    const isInside = inTime(hasInternalAddress(host), LOOKUP_MS_MAX, false);
    known.set(host, { isInside, untilMs: nowMs() + KNOWN_MS_MAX });
    return isInside;
  }

  return async (call, giveUpMs, partner) => {
    const url = partners().find(({ name }) => name === partner)?.url ?? '';
    const host = URL.parse(url)?.hostname.replace(/^\[|\]$/g, '');
    const isInside = host !== undefined && host !== '' && (await livesInside(host));
    return (isInside ? sendAnywhere : sendOutside)(call, giveUpMs);
  };
}

/** A host whose lookup fails has no internal address. */
async function hasInternalAddress(host: string): Promise<boolean> {
  try {
    return (await lookup(host, { all: true })).some(({ address }) => !isPublicIp(address));
  } catch {
    return false;
  }
}
