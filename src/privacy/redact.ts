import { networkOf } from '../lib/ip.ts';
import type { BidRequest } from '../openrtb/bid-request.ts';
import type { Restriction } from './restriction.ts';

/** Objects of a request, with the fields that no schema declares. */
type Loose = Readonly<Record<string, unknown>>;

const DEVICE_IDS = ['ifa', 'didsha1', 'didmd5', 'dpidsha1', 'dpidmd5', 'macsha1', 'macmd5'];
const USER_IDS = ['id', 'buyeruid', 'eids', 'customdata'];
const DEMOGRAPHICS = ['yob', 'gender'];
const USER_DATA = [...DEMOGRAPHICS, 'data', 'keywords', 'kwarray'];
const FINE_GEO = ['city', 'metro', 'zip', 'accuracy', 'ipservice'];
const COORDINATES = ['lat', 'lon'];

/** The request as it may be seen: a new value where something is withheld; consent signals always stay. */
export function redact(wire: BidRequest, restriction: Restriction): BidRequest {
  const { device, user, ext } = wire;
  return {
    ...wire,
    ...(device === undefined ? {} : { device: redactDevice(device, restriction) }),
    ...(user === undefined ? {} : { user: redactUser(user, restriction) }),
    ...(ext?.service?.audience === undefined || restriction.audience === 0
      ? {}
      : { ext: { ...ext, service: without(ext.service, ['audience']) } }),
  } as BidRequest;
}

function redactDevice(device: Loose, restriction: Restriction): Loose {
  const kept = restriction.ids === 1 ? without(device, DEVICE_IDS) : device;
  return {
    ...kept,
    ...(restriction.address === 1 ? truncatedAddresses(device) : {}),
    ...redactedGeo(device, restriction),
  };
}

function redactUser(user: Loose, restriction: Restriction): Loose {
  const names = [
    ...(restriction.ids === 1 ? USER_IDS : []),
    ...(restriction.userData === 2 ? USER_DATA : restriction.userData === 1 ? DEMOGRAPHICS : []),
  ];
  const kept = without(user, names);
  const { ext } = user as { readonly ext?: Loose };
  return {
    ...kept,
    ...(ext === undefined ? {} : { ext: without(ext, names) }),
    ...redactedGeo(user, restriction),
  };
}

function truncatedAddresses({ ip, ipv6 }: Loose): Loose {
  return {
    ...(typeof ip === 'string' ? { ip: networkOf(ip) } : {}),
    ...(typeof ipv6 === 'string' ? { ipv6: networkOf(ipv6) } : {}),
  };
}

function redactedGeo(owner: Loose, restriction: Restriction): Loose {
  const { geo } = owner as { readonly geo?: Loose };
  if (geo === undefined || restriction.geo === 0) return {};
  const names = [
    ...(restriction.geo >= 2 ? FINE_GEO : []),
    ...(restriction.geo === 3 ? COORDINATES : []),
  ];
  const kept = without(geo, names);
  const rounded = COORDINATES.flatMap((name) => {
    const degrees = kept[name];
    return typeof degrees === 'number' ? [[name, twoDecimals(degrees)]] : [];
  });
  return { geo: { ...kept, ...Object.fromEntries(rounded) } };
}

/** About a kilometre. The same distance from zero on both sides, unlike rounding half up. */
function twoDecimals(degrees: number): number {
  return (Math.sign(degrees) * Math.round(Math.abs(degrees) * 100)) / 100;
}

function without(value: Loose, names: readonly string[]): Loose {
  if (names.length === 0) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}
