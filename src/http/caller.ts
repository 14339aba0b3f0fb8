import { callerKey, createIpSet, parseIp } from '../lib/ip.ts';

const UNKNOWN_PEER = 'unknown';

/** The peer's address and the request's `X-Forwarded-For`, if any → what the IP limit counts by. */
export type FindCaller = (peer: string | undefined, forwardedFor: string | null) => string;

/**
 * Ruling 40: the peer; behind trusted proxies the right-most forwarded address that is not one of them.
 * What stands left of it was written by the caller, who could write anything.
 */
export function createFindCaller(trustedProxies: readonly string[]): FindCaller {
  const isTrusted = createIpSet(trustedProxies);
  return (peerText, forwardedFor) => {
    const peer = peerText === undefined ? undefined : parseIp(peerText);
    if (peer === undefined) return UNKNOWN_PEER;
    if (trustedProxies.length === 0 || forwardedFor === null) return callerKey(peer);

    const hops = forwardedFor.split(',');
    let caller = peer;
    while (isTrusted(caller)) {
      const next = hops.pop();
      const address = next === undefined ? undefined : parseIp(next);
      if (address === undefined) break;
      caller = address;
    }
    return callerKey(caller);
  };
}
