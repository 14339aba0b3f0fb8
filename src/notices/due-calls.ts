import { isPublicIp, parseIp } from '../lib/ip.ts';
import type { Fact } from '../sale/fact.ts';
import { fillOutcome } from '../sale/outcome-macros.ts';
import { isCallable } from './callable-url.ts';

/** Where the URLs of a partner may lead. Nowhere: the config no longer has the partner. */
export type Reach = 'internet' | 'anywhere' | 'nowhere';

/** Why a URL that a notice carried is not called. */
export type Unreachable = 'not-callable' | 'internal-address' | 'partner-gone';

export type DueCallsParts = {
  readonly reachOf: (partner: string) => Reach;
  readonly onUnreachable: (partner: string, reason: Unreachable) => void;
};

/**
 * The URLs that a fact makes due, with all macros filled. They are checked again, since the config may have changed since
 * the sale. Only addresses are checked here: a name is looked up when it is called, and its address is checked then.
 */
export function dueCalls(
  urls: readonly string[],
  fact: Fact,
  { reachOf, onUnreachable }: DueCallsParts,
): readonly string[] {
  if (urls.length === 0) return urls;
  const { partner } = fact.sale;
  const reach = reachOf(partner);
  const due: string[] = [];
  for (const url of urls) {
    const fault = faultOf(url, reach);
    if (fault === undefined) due.push(fillOutcome(url, fact));
    else onUnreachable(partner, fault);
  }
  return due;
}

function faultOf(url: string, reach: Reach): Unreachable | undefined {
  if (reach === 'nowhere') return 'partner-gone';
  const parsed = isCallable(url) ? URL.parse(url) : null;
  if (parsed === null) return 'not-callable';
  const { hostname } = parsed;
  const isInternal = parseIp(hostname) !== undefined && !isPublicIp(hostname);
  return isInternal && reach === 'internet' ? 'internal-address' : undefined;
}
