import { parseIp, UNROUTED_IPV4 } from '../lib/ip.ts';
import { ipv4Bits, mappedIpv4Bits, NO_ADDRESS, readIpv6 } from './address.ts';
import { GeoFault } from './geo-fault.ts';
import { countryBehind, type Mmdb, openMmdb } from './mmdb.ts';
import { ipv4Start, walkIpv4, walkIpv6 } from './mmdb-tree.ts';

export type Geo = {
  /** Returns the ISO 3166-1 alpha-2 code, or undefined if the address is unknown, reserved or invalid. */
  readonly countryOf: (ip: string) => string | undefined;
};

/** The longest address with brackets, zone and port is shorter. */
const ADDRESS_LENGTH_MAX = 80;

/** A database of countries has one entry per country. A database of cities has far more entries. */
const COUNTRIES_KEPT_MAX = 4096;

/** `file` names the bytes in a fault. Other processes may share the bytes, so they are only read. */
export function createGeo(bytes: Uint8Array, file: string): Geo | GeoFault {
  const mmdb = openMmdb(bytes);
  if (mmdb instanceof GeoFault) return new GeoFault(`${file}: ${mmdb.message}`);
  return { countryOf: lookUpIn(mmdb) };
}

function lookUpIn(mmdb: Mmdb): Geo['countryOf'] {
  const { tree } = mmdb;
  const start = ipv4Start(tree);
  const kept = new Map<number, string | undefined>();
  const groups = new Uint16Array(8);

  function countryAt(record: number): string | undefined {
    if (record <= tree.nodeCount) return undefined;
    const known = kept.get(record);
    if (known !== undefined || kept.has(record)) return known;
    if (kept.size >= COUNTRIES_KEPT_MAX) kept.clear();
    const read = countryBehind(mmdb, record);
    const code = read === 'broken' ? undefined : read.code;
    kept.set(record, code);
    return code;
  }

  function ofIpv4(bits: number): string | undefined {
    return isReservedIpv4(bits) ? undefined : countryAt(walkIpv4(tree, start, bits));
  }

  /** Looks up the address in `groups`. */
  function ofIpv6(): string | undefined {
    const mapped = mappedIpv4Bits(groups);
    if (mapped !== NO_ADDRESS) return ofIpv4(mapped);
    if (tree.depthMax === 32 || isReservedIpv6(groups)) return undefined;
    return countryAt(walkIpv6(tree, groups));
  }

  function countryOf(ip: string): string | undefined {
    if (ip.length > ADDRESS_LENGTH_MAX) return undefined;
    const bits = ipv4Bits(ip);
    if (bits !== NO_ADDRESS) return ofIpv4(bits);
    if (readIpv6(ip, groups)) return ofIpv6();
    const bare = parseIp(ip);
    return bare === undefined || bare === ip ? undefined : countryOf(bare);
  }

  return countryOf;
}

/**
 * Addresses of IANA's registries of special-purpose addresses have no country, although some databases list one: that
 * of the organisation that registered the block. Here are the first and the last address of each network, alternating.
 */
const UNROUTED_BOUNDS = Uint32Array.from(
  UNROUTED_IPV4.flatMap((network) => {
    const slash = network.indexOf('/');
    const first = ipv4Bits(network.slice(0, slash));
    return [first, first + 2 ** (32 - Number(network.slice(slash + 1))) - 1];
  }),
);

function isReservedIpv4(bits: number): boolean {
  for (let i = 0; i < UNROUTED_BOUNDS.length; i += 2) {
    if (bits >= (UNROUTED_BOUNDS[i] ?? 0) && bits <= (UNROUTED_BOUNDS[i + 1] ?? 0)) return true;
  }
  return false;
}

function isReservedIpv6(groups: Uint16Array): boolean {
  const first = groups[0] ?? 0;
  const second = groups[1] ?? 0;
  // Only 2000::/3 is allocated for the public internet.
  if (first >>> 13 !== 1) return true;
  // 2001::/23 is for protocols, Teredo among them; 2001:db8::/32 and 3fff::/20 are for documentation.
  if (first === 0x2001) return second < 0x0200 || second === 0x0db8;
  // 2002::/16 is 6to4, which can contain any IPv4 address.
  return first === 0x2002 || (first === 0x3fff && second < 0x1000);
}
