import { type BitReader, bitsAt, isOverrun, skipBits, takeBits } from './bits.ts';

/**
 * Range entries that one TC string may have, all its lists together: they are what a reader pays for.
 * Past a hundred or so a vendor section is shorter as one bit per vendor, so its three lists leave most
 * of this to the publisher restrictions, which know ranges only.
 */
export const RANGE_ENTRIES_MAX = 768;

export const VENDOR_ID_MAX = 0xffff;
const VENDOR_ID_BITS = 16;
const ENTRY_COUNT_BITS = 12;

/** The vendors that a string is asked about, while its lists are read one after another. */
export type VendorQuery = {
  readonly ids: readonly number[];
  /** For each of the ids, in their order, whether the list read last has it. */
  readonly listed: boolean[];
  entriesLeft: number;
};

export function askFor(ids: readonly number[]): VendorQuery {
  return { ids, listed: ids.map(() => false), entriesLeft: RANGE_ENTRIES_MAX };
}

/** Reads a vendor section, one bit per vendor or ranges; false if it is malformed. */
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
 * Reads range entries; false if they are malformed. Each is compared with the ids asked about and never
 * expanded, since one entry may span all 65,535 vendors. Past the end of the text an entry reads as
 * vendor 0, which is malformed too.
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
