import { type BitReader, bitsAt, isOverrun, skipBits, takeBits } from './bits.ts';

/**
 * The maximum number of range entries in one TC string, over all its lists. They decide how long reading takes.
 * A vendor section with more than about 100 entries is shorter as one bit per vendor, so its three lists leave most
 * of this limit to the publisher restrictions, which have ranges only.
 */
export const RANGE_ENTRIES_MAX = 768;

export const VENDOR_ID_MAX = 0xffff;
const VENDOR_ID_BITS = 16;
const ENTRY_COUNT_BITS = 12;

/** The vendors to look for while the lists of a string are read one after another. */
export type VendorQuery = {
  readonly ids: readonly number[];
  /** Whether the last list contains the id, for each of `ids`. */
  readonly listed: boolean[];
  entriesLeft: number;
};

export function askFor(ids: readonly number[]): VendorQuery {
  return { ids, listed: ids.map(() => false), entriesLeft: RANGE_ENTRIES_MAX };
}

/** Reads a vendor section: one bit per vendor, or ranges. Returns false if it is malformed. */
export function readVendorVector(reader: BitReader, query: VendorQuery): boolean {
  const idMax = takeBits(reader, VENDOR_ID_BITS);
  const isRangeEncoded = takeBits(reader, 1) === 1;
  if (isRangeEncoded) return readVendorRanges(reader, query, idMax);
  const { ids, listed } = query;
  const fieldStart = reader.at;
  skipBits(reader, idMax);
  if (isOverrun(reader)) return false;
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i] ?? 0;
    listed[i] = id >= 1 && id <= idMax && bitsAt(reader, fieldStart + id - 1, 1) === 1;
  }
  return true;
}

/**
 * Reads range entries. Returns false if they are malformed. An entry is compared with the ids and never expanded,
 * because one entry can span all 65,535 vendors. Past the end of the text an entry reads as vendor 0, which is
 * malformed too.
 */
export function readVendorRanges(reader: BitReader, query: VendorQuery, idMax: number): boolean {
  const { ids, listed } = query;
  listed.fill(false);
  const entryCount = takeBits(reader, ENTRY_COUNT_BITS);
  query.entriesLeft -= entryCount;
  if (isOverrun(reader) || query.entriesLeft < 0) return false;
  for (let entry = 0; entry < entryCount; entry++) {
    const flagAndStart = takeBits(reader, 1 + VENDOR_ID_BITS);
    const start = flagAndStart & VENDOR_ID_MAX;
    const end = flagAndStart === start ? start : takeBits(reader, VENDOR_ID_BITS);
    if (start < 1 || end < start || end > idMax) return false;
    for (let i = 0; i < ids.length; i++) {
      const id = ids[i] ?? 0;
      if (id >= start && id <= end) listed[i] = true;
    }
  }
  return true;
}
