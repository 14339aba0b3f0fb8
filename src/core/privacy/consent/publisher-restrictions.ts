import { type BitReader, isOverrun, takeBits } from './bits.ts';
import { hasPurpose, PURPOSE_BITS, type PurposeMask, purposeBit } from './purposes.ts';
import { readVendorRanges, VENDOR_ID_MAX, type VendorQuery } from './vendor-vector.ts';

/** The types of a publisher's restriction by their wire values, the strictest first. A fourth is reserved. */
export const RESTRICTION_TYPES = [
  'forbidden',
  'consentRequired',
  'legitimateInterestRequired',
] as const;

type RestrictionType = (typeof RESTRICTION_TYPES)[number];

/** The publisher's restrictions on one vendor. */
export type Restrictions = Readonly<Record<RestrictionType, PurposeMask>>;

/** One restriction lists all vendors of a purpose and type, so a valid string has no more. */
export const RESTRICTIONS_MAX = PURPOSE_BITS * RESTRICTION_TYPES.length;

const COUNT_BITS = 12;
const PURPOSE_ID_BITS = 6;
const TYPE_BITS = 2;

/** Adds the publisher restrictions to the vendors. Returns false if they are malformed. */
export function readPublisherRestrictions(
  reader: BitReader,
  query: VendorQuery,
  vendors: readonly Record<RestrictionType, PurposeMask>[],
): boolean {
  const count = takeBits(reader, COUNT_BITS);
  if (isOverrun(reader) || count > RESTRICTIONS_MAX) return false;
  for (let restriction = 0; restriction < count; restriction++) {
    const purpose = takeBits(reader, PURPOSE_ID_BITS);
    const type = RESTRICTION_TYPES[takeBits(reader, TYPE_BITS)];
    if (purpose === 0 || type === undefined) return false;
    if (!readVendorRanges(reader, query, VENDOR_ID_MAX)) return false;
    const bit = purposeBit(purpose);
    for (let i = 0; i < vendors.length; i++) {
      const vendor = vendors[i];
      if (vendor !== undefined && query.listed[i] === true) vendor[type] |= bit;
    }
  }
  return true;
}

/** Returns the restriction on one purpose. A string should have at most one; otherwise the strictest counts. */
export function restrictionOn(
  purpose: number,
  restrictions: Restrictions,
): RestrictionType | undefined {
  for (const type of RESTRICTION_TYPES) if (hasPurpose(restrictions[type], purpose)) return type;
  return undefined;
}
