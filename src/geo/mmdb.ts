import { GeoFault } from './geo-fault.ts';
import { type CountryRead, ENTRY_VALUES_MAX, readCountry } from './mmdb-country.ts';
import { type Metadata, readMetadata } from './mmdb-metadata.ts';
import { RECORD_READERS, type Tree } from './mmdb-tree.ts';
import { verifyTree } from './verify-tree.ts';

/** The parts of a MaxMind DB file. They share its bytes. */
export type Mmdb = {
  readonly metadata: Metadata;
  readonly tree: Tree;
  readonly data: Uint8Array;
};

/** The zero bytes between the tree and the data. Offsets in records include them. */
const SEPARATOR_BYTES = 16;

export function readMmdb(bytes: Uint8Array): Mmdb | GeoFault {
  const metadata = readMetadata(bytes);
  if (metadata instanceof GeoFault) return metadata;
  const { nodeCount, recordBits, ipVersion, dataEnd } = metadata;
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
  return { metadata, tree, data: bytes.subarray(treeBytes + SEPARATOR_BYTES, dataEnd) };
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
export function verifyMmdb(mmdb: Mmdb): GeoFault | undefined {
  const { metadata, tree, data } = mmdb;
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
    const { kind } = countryBehind(mmdb, record, budget);
    valuesRead += ENTRY_VALUES_MAX - budget.values;
    if (kind === 'broken') return new GeoFault(`its data is damaged at byte ${offset}`);
    if (valuesRead > VALUES_PER_BYTE_MAX * data.length) {
      return new GeoFault('its data is damaged: too many entries share the same bytes');
    }
    if (kind === 'country') hasCountry = true;
    return undefined;
  });
  if (fault !== undefined || hasCountry) return fault;
  return new GeoFault(
    `expected country_code or country.iso_code in its records, but none has them; it calls itself "${metadata.databaseType}"`,
  );
}
