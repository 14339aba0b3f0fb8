import { GeoFault } from './geo-fault.ts';
import { findKey } from './mmdb-map.ts';
import { MAP, shortText, uintOf, valueAt } from './mmdb-values.ts';

export type RecordBits = 24 | 28 | 32;

export type Metadata = {
  readonly nodeCount: number;
  readonly recordBits: RecordBits;
  readonly ipVersion: 4 | 6;
  /** The type of database that the file declares. */
  readonly databaseType: string;
  /** The position at which the data section ends. */
  readonly dataEnd: number;
};

const MARKER = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
/** The maximum size of the metadata in the format. */
const METADATA_BYTES_MAX = 128 * 1024;
const METADATA_VALUES_MAX = 4096;
const DATABASE_TYPE_BYTES_MAX = 100;

export function readMetadata(bytes: Uint8Array): Metadata | GeoFault {
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
  return { nodeCount, recordBits, ipVersion, databaseType, dataEnd };
}

function unexpected(key: string, expected: string, value: number | undefined): GeoFault {
  return new GeoFault(
    `expected ${key} ${expected} in its metadata, but got ${value ?? 'no number'}`,
  );
}
