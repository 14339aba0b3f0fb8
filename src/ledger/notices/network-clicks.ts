import type { Sale } from '../../core/sale/fact.ts';
import { isPublicIp, networkOf } from '../../lib/ip.ts';

/** What all processes of this machine count together. Beyond its bound, counts that would end first are forgotten. */
export type MachineCounts = {
  /** The number of what is counted. */
  readonly thingOf: (text: string) => number;
  /** `take` counts one, unless there were `atMost` within the time; false then. */
  readonly of: (
    subject: string,
    nowSec: number,
  ) => { readonly take: (windowSec: number, thing: number, atMost: number) => boolean };
};

/** Clicks on one campaign from one network, /24 or /56, that are charged in an hour. */
export const NETWORK_CLICKS_MAX = 10;
const NETWORK_WINDOW_SEC = 3600;

const IPV6_CALLER_END = '/64';

/**
 * Counts the clicks of campaigns that pay for them, by the network of the caller. A private address is that of a proxy
 * that the config does not name, with everybody behind it, so it is not counted; nor is a network that the config
 * names, because many people share it.
 */
export function createNetworkClicks(counts: MachineCounts) {
  /** Whether a click is one too many of its network. */
  return (caller: string, { partner, campaign }: Sale, atMs: number): boolean => {
    const ip = caller.endsWith(IPV6_CALLER_END) ? caller.slice(0, -IPV6_CALLER_END.length) : caller;
    const network = isPublicIp(ip) ? networkOf(ip) : undefined;
    if (network === undefined) return false;
    const clicked = counts.thingOf(`clicks ${partner}/${campaign}`);
    const ofNetwork = counts.of(`network ${network}`, Math.floor(atMs / 1000));
    return !ofNetwork.take(NETWORK_WINDOW_SEC, clicked, NETWORK_CLICKS_MAX);
  };
}
