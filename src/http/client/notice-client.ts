import { lookup } from 'node:dns/promises';
import type { SendNotice } from '../../demand/partner.ts';
import { inTime } from '../../lib/in-time.ts';
import { isPublicIp } from '../../lib/ip.ts';
import { createPartnerClient } from './partner-client.ts';

/** How long it is believed where a partner lives, and how long it may take to find out. */
const KNOWN_MS_MAX = 60_000;
const LOOKUP_MS_MAX = 1000;
/** Partners come and go with the config; a config has fewer. */
const HOSTS_MAX = 1000;

type Known = { readonly isInside: Promise<boolean>; readonly untilMs: number };

/**
 * Calls the URLs of partners' bids. These are strangers' words, and must not lead into our own network: no
 * address but those of the internet is called. A partner that is itself configured inside may name addresses
 * inside, since it lives there.
 */
export function createNoticeClient(
  /** As the config has them now. */
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

/** A host that cannot be found is nowhere. */
async function hasInternalAddress(host: string): Promise<boolean> {
  try {
    return (await lookup(host, { all: true })).some(({ address }) => !isPublicIp(address));
  } catch {
    return false;
  }
}
