import { EUROPEAN_UNION, findCountry } from '../../lib/countries.ts';
import { isObject } from '../../lib/schema-fault.ts';
import type { BidRequest } from './bid-request.ts';

/** The country of an IP address, by its two letters; undefined where it is not known. */
export type Locate = (ip: string) => string | undefined;

export const locateNowhere: Locate = () => undefined;

/** Ruling 48: the country that the request names, or else that of its address. Unused codes name none (ruling 64). */
export function countryOf({ device, user }: BidRequest, locate: Locate): string | undefined {
  const named = readCountry(device?.geo?.country) ?? readCountry(homeOf(user));
  if (named !== undefined) return named;
  const { ip, ipv6 } = (device ?? {}) as { readonly ip?: string; readonly ipv6?: unknown };
  return countryOfAddress(ip, locate) ?? countryOfAddress(ipv6, locate);
}

/** No rule checks `user.geo` and `device.ipv6`, so they may hold anything. */
function readCountry(code: unknown): string | undefined {
  // Other letters can become those of a code in upper case.
  if (typeof code !== 'string' || !/^[A-Za-z]{2,3}$/.test(code)) return undefined;
  return /^EUE?$/i.test(code) ? EUROPEAN_UNION : findCountry(code);
}

function homeOf(user: BidRequest['user']): unknown {
  return user !== undefined && 'geo' in user && isObject(user.geo) ? user.geo.country : undefined;
}

function countryOfAddress(address: unknown, locate: Locate): string | undefined {
  return typeof address === 'string' ? readCountry(locate(address)) : undefined;
}
