import { isPublicIp, networkOf } from '../lib/ip.ts';
import type { Sale } from '../sale/fact.ts';
import { createWindowCounts } from './window-counts.ts';

/** Clicks on one campaign from one network, /24 or /56, that are charged in an hour. */
export const NETWORK_CLICKS_MAX = 10;
export const NETWORK_WINDOW_MS = 3_600_000;

/** Pairs of campaign and network that are remembered. */
const PAIRS_MAX = 50_000;

const IPV6_CALLER_END = '/64';

/**
 * Counts the clicks of campaigns that pay for them, by the network of the caller. A private address is that of a proxy
 * that the config does not name, with everybody behind it, so it is not counted; nor is a network that the config
 * names, because many people share it.
 */
export function createNetworkClicks(pairsMax = PAIRS_MAX) {
  const countOf = createWindowCounts({ windowMs: NETWORK_WINDOW_MS, keysMax: pairsMax });

  /** Whether a click is one too many of its network. */
  return (caller: string, { partner, campaign }: Sale, atMs: number): boolean => {
    const ip = caller.endsWith(IPV6_CALLER_END) ? caller.slice(0, -IPV6_CALLER_END.length) : caller;
    const network = isPublicIp(ip) ? networkOf(ip) : undefined;
    if (network === undefined) return false;
    return countOf(JSON.stringify([network, partner, campaign]), atMs) > NETWORK_CLICKS_MAX;
  };
}
