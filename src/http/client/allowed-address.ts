import { lookup } from 'node:dns/promises';

/**
 * An address of the host that may be connected to; throws a sentence where there is none. It is connected to
 * as it is: a second lookup could give another one.
 */
export async function allowedAddress(
  host: string,
  isAllowed: (address: string) => boolean,
): Promise<string> {
  const found = await lookup(host, { all: true });
  const allowed = found.find(({ address }) => isAllowed(address));
  if (allowed === undefined) throw new Error('the host has no address that may be called');
  return allowed.address;
}
