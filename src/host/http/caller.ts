import { callerKey, createIpSet, networkName, parseIp } from '../../lib/ip.ts';

const UNKNOWN_PEER = 'unknown';

/** The peer's address and the request's `X-Forwarded-For`, if any → the name that the IP limit counts by. */
export type FindCaller = (peer: string | undefined, forwardedFor: string | null) => string;

/**
 * Ruling 40: the peer; behind trusted proxies the right-most forwarded address that is not one of them.
 * The addresses left of it come from the caller, who could write anything. All addresses of one of the given
 * networks are one caller; the first network that contains the address counts.
 */
export function createFindCaller(
  trustedProxies: readonly string[],
  networks: readonly string[] = [],
): FindCaller {
  const isTrusted = createIpSet(trustedProxies);
  const ranges = networks.map((network) => ({
    name: networkName(network),
    has: createIpSet([network]),
  }));
  const nameOf = (ip: string) => ranges.find(({ has }) => has(ip))?.name ?? callerKey(ip);
  return (peerText, forwardedFor) => {
    const peer = peerText === undefined ? undefined : parseIp(peerText);
    if (peer === undefined) return UNKNOWN_PEER;
    if (trustedProxies.length === 0 || forwardedFor === null) return nameOf(peer);

    const hops = forwardedFor.split(',');
    let caller = peer;
    while (isTrusted(caller)) {
      const next = hops.pop();
      const address = next === undefined ? undefined : parseIp(next);
      if (address === undefined) break;
      caller = address;
    }
    return nameOf(caller);
  };
}
