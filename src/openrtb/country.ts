import { findCountry } from '../lib/countries.ts';
import { isObject } from '../lib/schema-fault.ts';
import type { BidRequest } from './bid-request.ts';

/** The country of an IP address, by its two letters; undefined where it is not known. */
export type Locate = (ip: string) => string | undefined;

export const locateNowhere: Locate = () => undefined;

/** Ruling 48: the country that the request names, of the device or else of the user, or that of the address. */
export function countryOf({ device, user }: BidRequest, locate: Locate): string | undefined {
  const given = device?.geo?.country ?? homeOf(user);
  if (given !== undefined) return findCountry(given) ?? given.toUpperCase();
  const { ip, ipv6 } = (device ?? {}) as { readonly ip?: string; readonly ipv6?: unknown };
  const address = ip ?? (typeof ipv6 === 'string' ? ipv6 : undefined);
  const located = address === undefined ? undefined : locate(address);
  return located === undefined ? undefined : findCountry(located);
}

/** No rule checks `user.geo`, so it may hold anything. */
function homeOf(user: BidRequest['user']): string | undefined {
  const geo = user !== undefined && 'geo' in user && isObject(user.geo) ? user.geo : undefined;
  const country = geo?.country;
  return typeof country === 'string' && /^[A-Za-z]{2,3}$/.test(country) ? country : undefined;
}
