import { lookup } from 'node:dns/promises';

/**
 * Looks up a host and returns an allowed address of it; throws a sentence if it has none. The caller connects to
 * this address and not to the name, because a second lookup could return another address.
 */
export async function allowedAddress(
  host: string,
  isAllowed: (address: string) => boolean,
): Promise<string> {
  const found = await lookup(host, { all: true });
  const allowed = found.find(({ address }) => isAllowed(address));
  if (allowed === undefined) throw new Error(NOT_ALLOWED);
  return allowed.address;
}

const NOT_ALLOWED =
  'the host has no address that may be called: those of your own network need internalNotices of the partner';
