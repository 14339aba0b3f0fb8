import { GeoFault } from './geo-fault.ts';
import {
  type CountryRead,
  ENTRY_VALUES_MAX,
  findKey,
  MAP,
  readCountry,
  shortText,
  uintOf,
  valueAt,
} from './mmdb-data.ts';
import { RECORD_READERS, type Tree, verifyTree } from './mmdb-tree.ts';

/** The parts of a MaxMind DB file. They share its bytes. */
export type Mmdb = {
  /** The type of database that the file declares. */
  readonly databaseType: string;
  /** When it was made, in seconds. undefined where it does not say so. */
  readonly builtSec: number | undefined;
  readonly tree: Tree;
  readonly data: Uint8Array;
};

/** The zero bytes between the tree and the data. Offsets in records include them. */
const SEPARATOR_BYTES = 16;

/** Reads the file and verifies all of it. */
export function openMmdb(bytes: Uint8Array): Mmdb | GeoFault {
  const mmdb = readMmdb(bytes);
  return mmdb instanceof GeoFault ? mmdb : (faultIn(mmdb) ?? mmdb);
}

/** Reads the file and verifies no more than that it has the form of one. */
export function readMmdb(bytes: Uint8Array): Mmdb | GeoFault {
  const metadata = readMetadata(bytes);
  if (metadata instanceof GeoFault) return metadata;
  const { nodeCount, recordBits, ipVersion, databaseType, builtSec, dataEnd } = metadata;
  const treeBytes = (nodeCount * recordBits) / 4;
  if (treeBytes + SEPARATOR_BYTES >= dataEnd) {
    return new GeoFault(
      `expected a search tree of ${treeBytes} bytes and data behind it, but got ${dataEnd} bytes in all: a part is missing`,
    );
  }
  const separator = bytes.subarray(treeBytes, treeBytes + SEPARATOR_BYTES);
  if (separator.some((byte) => byte !== 0)) {
    return new GeoFault(
      `its search tree is damaged: expected ${SEPARATOR_BYTES} zeros behind its ${nodeCount} nodes`,
    );
  }
  const recordOf = RECORD_READERS[recordBits];
  const tree: Tree = { bytes, nodeCount, recordOf, depthMax: ipVersion === 4 ? 32 : 128 };
  const data = bytes.subarray(treeBytes + SEPARATOR_BYTES, dataEnd);
  return { databaseType, builtSec, tree, data };
}

/** Reads the country that a record above `nodeCount` points to. */
export function countryBehind(
  { tree, data }: Mmdb,
  record: number,
  budget = { values: ENTRY_VALUES_MAX },
): CountryRead {
  return readCountry(data, record - tree.nodeCount - SEPARATOR_BYTES, budget);
}

/** Values read per byte of the file at most, so that the time is in proportion to its size. Real files need less than one. */
const VALUES_PER_BYTE_MAX = 16;

/** Reads every record that an address can reach, and each data entry once. */
function faultIn(mmdb: Mmdb): GeoFault | undefined {
  const { databaseType, tree, data } = mmdb;
  const dataStart = tree.nodeCount + SEPARATOR_BYTES;
  const isRead = new Uint8Array(data.length);
  let hasCountry = false;
  let valuesRead = 0;
  const fault = verifyTree(tree, (record) => {
    const offset = record - dataStart;
    if (offset < 0 || offset >= data.length) {
      return new GeoFault('its search tree is damaged: a record leads outside the data');
    }
    if (isRead[offset] === 1) return undefined;
    isRead[offset] = 1;
    const budget = { values: ENTRY_VALUES_MAX };
    const read = countryBehind(mmdb, record, budget);
    valuesRead += ENTRY_VALUES_MAX - budget.values;
    if (read === 'broken') return new GeoFault(`its data is damaged at byte ${offset}`);
    if (valuesRead > VALUES_PER_BYTE_MAX * data.length) {
      return new GeoFault('its data is damaged: too many entries share the same bytes');
    }
    if (read.code !== undefined) hasCountry = true;
    return undefined;
  });
  if (fault !== undefined || hasCountry) return fault;
  return new GeoFault(
    `expected country_code or country.iso_code in its records, but none has them; it calls itself "${databaseType}"`,
  );
}

const MARKER = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
/** The maximum size of the metadata in the format. */
const METADATA_BYTES_MAX = 128 * 1024;
const METADATA_VALUES_MAX = 4096;
const DATABASE_TYPE_BYTES_MAX = 100;

/** `dataEnd` is the position at which the data section ends. */
function readMetadata(bytes: Uint8Array) {
  const tailStart = Math.max(0, bytes.length - METADATA_BYTES_MAX - MARKER.length);
  const tail = bytes.subarray(tailStart);
  const found = Buffer.from(tail.buffer, tail.byteOffset, tail.length).lastIndexOf(MARKER);
  if (found === -1) {
    return new GeoFault(
      'expected a MaxMind DB file (.mmdb), but found no metadata at its end: it is another kind of file, or cut off',
    );
  }
  const dataEnd = tailStart + found;
  const section = bytes.subarray(dataEnd + MARKER.length);
  const map = valueAt(section, 0);
  if (map?.type !== MAP) return new GeoFault('its metadata is damaged: expected a map');
  const budget = { values: METADATA_VALUES_MAX };
  const valueNamed = (name: string) => {
    const value = findKey(section, map, name, budget);
    return value === 'absent' || value === 'broken' ? undefined : value;
  };
  const uint = (name: string) => {
    const value = valueNamed(name);
    return value && uintOf(section, value);
  };
  const format = uint('binary_format_major_version');
  if (format !== 2) return unexpected('binary_format_major_version', '2', format);
  const nodeCount = uint('node_count');
  if (nodeCount === undefined || nodeCount < 1) {
    return unexpected('node_count', 'at least 1', nodeCount);
  }
  const recordBits = uint('record_size');
  if (recordBits !== 24 && recordBits !== 28 && recordBits !== 32) {
    return unexpected('record_size', '24, 28 or 32', recordBits);
  }
  const ipVersion = uint('ip_version');
  if (ipVersion !== 4 && ipVersion !== 6) return unexpected('ip_version', '4 or 6', ipVersion);
  const type = valueNamed('database_type');
  const databaseType = (type && shortText(section, type, DATABASE_TYPE_BYTES_MAX)) ?? 'unnamed';
  const builtSec = uint('build_epoch');
  return { nodeCount, recordBits, ipVersion, databaseType, builtSec, dataEnd } as const;
}

function unexpected(key: string, expected: string, value: number | undefined): GeoFault {
  return new GeoFault(
    `expected ${key} ${expected} in its metadata, but got ${value ?? 'no number'}`,
  );
}
