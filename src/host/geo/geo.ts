import { type CountryResponse, Reader } from 'mmdb-lib';
import {
  ipv4Bits,
  isReservedIpv4,
  isReservedIpv6,
  mappedIpv4Bits,
  NO_ADDRESS,
  parseIp,
  readIpv6,
} from '../../lib/ip.ts';
import { ipv4Start, type Tree, treeOf, walkIpv4, walkIpv6 } from './mmdb-tree.ts';

/** A sentence that says why a database of countries cannot be used. */
export class GeoFault {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

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

/** The zero bytes between the tree and the data. Offsets in records include them. */
const SEPARATOR_BYTES = 16;

/**
 * `file` names the bytes in a fault. A file that is part of the release was verified by its tests, and is not verified again
 * at each start.
 */
export function createGeo(
  bytes: Buffer,
  file: string,
  from: 'anybody' | 'release' = 'anybody',
): Geo | GeoFault {
  try {
    const reader = new Reader<Entry>(bytes);
    const { metadata } = reader;
    const tree = treeOf(bytes, metadata);
    const countryAt = countriesOf(bytes, reader);
    const fault = from === 'release' ? undefined : faultIn(tree, countryAt, metadata.databaseType);
    if (fault !== undefined) return new GeoFault(`${file}: ${fault}`);
    const builtMs = metadata.buildEpoch.getTime();
    return {
      countryOf: lookUpIn(tree, countryAt),
      builtMs: Number.isNaN(builtMs) ? undefined : builtMs,
    };
  } catch (error) {
    const reason = (error as Error).message;
    return new GeoFault(
      `${file}: expected a MaxMind DB file (.mmdb), but it is another kind of file, cut off or damaged: ${reason}`,
    );
  }
}

/** The country of the entry that a record points to. Throws where it cannot be read. */
type CountryAt = (record: number) => string | undefined;

const CODE = /^[A-Za-z]{2}$/;

type Entry = CountryResponse & { readonly country_code?: unknown };

function countriesOf(bytes: Buffer, reader: Reader<Entry>): CountryAt {
  const { nodeCount, searchTreeSize: treeBytes } = reader.metadata;
  if (bytes.subarray(treeBytes, treeBytes + SEPARATOR_BYTES).some((byte) => byte !== 0)) {
    throw new Error(`its search tree does not end with ${SEPARATOR_BYTES} zeros`);
  }
  return (record) => {
    if (treeBytes + record - nodeCount >= bytes.length) {
      throw new Error('a record leads outside the data');
    }
    // Without the walk before it, which is what takes the library so long.
    // biome-ignore lint/complexity/useLiteralKeys: the method is private.
    const entry: Entry | undefined = reader['resolveDataPointer'](record);
    const code: unknown = entry?.country_code ?? entry?.country?.iso_code;
    return typeof code === 'string' && CODE.test(code) ? code.toUpperCase() : undefined;
  };
}

/** Reads all entries once. */
function faultIn(tree: Tree, countryAt: CountryAt, databaseType: string): string | undefined {
  const { nodeCount, recordOf } = tree;
  const seen = new Set<number>();
  let hasCountry = false;
  for (let node = 0; node < nodeCount; node++) {
    for (let bit = 0; bit < 2; bit++) {
      const record = recordOf(node, bit);
      if (record <= nodeCount || seen.has(record)) continue;
      seen.add(record);
      hasCountry = countryAt(record) !== undefined || hasCountry;
    }
  }
  return hasCountry
    ? undefined
    : `expected country_code or country.iso_code in its records, but none has them; it calls itself "${databaseType}"`;
}

function lookUpIn(tree: Tree, readCountry: CountryAt): Geo['countryOf'] {
  const start = ipv4Start(tree);
  const kept = new Map<number, string | undefined>();
  const groups = new Uint16Array(8);

  function countryAt(record: number): string | undefined {
    if (record <= tree.nodeCount) return undefined;
    const known = kept.get(record);
    if (known !== undefined || kept.has(record)) return known;
    if (kept.size >= COUNTRIES_KEPT_MAX) kept.clear();
    const code = readable(() => readCountry(record));
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

/** An entry of a file that somebody writes over has no country. */
function readable(read: () => string | undefined): string | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
