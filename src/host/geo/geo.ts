import {
  ipv4Bits,
  isReservedIpv4,
  isReservedIpv6,
  mappedIpv4Bits,
  NO_ADDRESS,
  parseIp,
  readIpv6,
} from '../../lib/ip.ts';
import { GeoFault } from './geo-fault.ts';
import { countryBehind, type Mmdb, openMmdb, readMmdb } from './mmdb.ts';
import { ipv4Start, walkIpv4, walkIpv6 } from './mmdb-tree.ts';

export type Geo = {
  /** Returns the ISO 3166-1 alpha-2 code, or undefined if the address is unknown, reserved or invalid. */
  readonly countryOf: (ip: string) => string | undefined;
  /** When the database was made. undefined where it does not say so. */
  readonly builtMs: number | undefined;
};

/** The longest address with brackets, zone and port is shorter. */
const ADDRESS_LENGTH_MAX = 80;

/** A database of countries has one entry per country. A database of cities has far more entries. */
const COUNTRIES_KEPT_MAX = 4096;

/**
 * `file` names the bytes in a fault. Other processes may share the bytes, so they are only read. A file that is part of
 * the release was verified by its tests, and is not verified again at each start.
 */
export function createGeo(
  bytes: Uint8Array,
  file: string,
  from: 'anybody' | 'release' = 'anybody',
): Geo | GeoFault {
  const mmdb = from === 'release' ? readMmdb(bytes) : openMmdb(bytes);
  if (mmdb instanceof GeoFault) return new GeoFault(`${file}: ${mmdb.message}`);
  const { builtSec } = mmdb;
  const builtMs = builtSec === undefined ? undefined : 1000 * builtSec;
  return { countryOf: lookUpIn(mmdb), builtMs };
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

  /** Special-purpose addresses have no country, although some databases list that of the organisation behind them. */
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
