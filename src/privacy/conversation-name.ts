import type { BidRequest } from '../openrtb/bid-request.ts';

/**
 * What names the conversation of a request (ruling 76). A name that is one of the person's own is none: a cap of the
 * conversation would count the person, whatever the signals say of that.
 */
export function conversationNameOf({ ext, user, device }: BidRequest): string | undefined {
  const name = ext?.parley?.conversation;
  if (name === undefined) return undefined;
  const { ip, ipv6, ifa }: Readonly<Record<string, unknown>> = device ?? {};
  const { id, buyeruid }: Readonly<Record<string, unknown>> = user ?? {};
  const isOfPerson = [id, buyeruid, ifa, ip, ipv6].includes(name) || E_MAIL.test(name);
  return isOfPerson ? undefined : name;
}

/** Ids of threads, like `19:1f…@thread.v2`, have a colon. */
const E_MAIL = /^[^\s@:/]+@[^\s@:/]+\.[^\s@:/]+$/;
