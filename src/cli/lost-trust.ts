import { lookup } from 'node:dns/promises';
import type { Config } from '../config/config.ts';
import { traitsOf } from '../demand/kinds.ts';
import { inTime } from '../lib/in-time.ts';
import { isPublicIp } from '../lib/ip.ts';

const LOOKUP_MS_MAX = 5000;

/**
 * A sentence for each bidder whose bids could name internal addresses because its own URL has one, as in 0.1.0.
 * Since then the config decides. One whose config says so either way has been decided on.
 */
export async function lostTrustNotes({ partners }: Config): Promise<readonly string[]> {
  const undecided = partners.filter((entry) => traitsOf(entry).internalNotices === undefined);
  const notes = undecided.map(async (partner) =>
    'url' in partner && (await hasInternalAddress(partner.url))
      ? [`partner ${partner.name}: ${LOST}`]
      : [],
  );
  return (await Promise.all(notes)).flat();
}

const LOST =
  'its url has an internal address, which no longer lets its notices go to one; set internalNotices: true if they should';

function hasInternalAddress(url: string): Promise<boolean> {
  const host = URL.parse(url)?.hostname.replace(/^\[|\]$/g, '') ?? '';
  const isInternal = lookup(host, { all: true }).then(
    (found) => found.some(({ address }) => !isPublicIp(address)),
    // A host that is not found was never trusted.
    () => false,
  );
  return inTime(isInternal, LOOKUP_MS_MAX, false);
}
