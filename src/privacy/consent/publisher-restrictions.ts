import { type BitReader, isOverrun, takeBits } from './bits.ts';
import { PURPOSE_BITS, type PurposeMask, purposeBit } from './purposes.ts';
import { readVendorRanges, VENDOR_ID_MAX, type VendorQuery } from './vendor-vector.ts';

/** The publisher's restrictions on one vendor, by type. */
export type Restrictions = {
  readonly forbidden: PurposeMask;
  readonly consentRequired: PurposeMask;
  readonly legitimateInterestRequired: PurposeMask;
};

/** The wire values of the types, the strictest first. A fourth is reserved. */
export const RESTRICTION = {
  forbidden: 0,
  consentRequired: 1,
  legitimateInterestRequired: 2,
} as const;

type PublisherRestriction = (typeof RESTRICTION)[keyof typeof RESTRICTION];

const TYPE_COUNT = Object.keys(RESTRICTION).length;

/** One restriction lists all vendors of a purpose and type, so a valid string has no more. */
export const RESTRICTIONS_MAX = PURPOSE_BITS * TYPE_COUNT;

const COUNT_BITS = 12;
const PURPOSE_ID_BITS = 6;
const TYPE_BITS = 2;

/** Adds the publisher restrictions to the vendors. Returns false if they are malformed. */
export function readPublisherRestrictions(
  reader: BitReader,
  query: VendorQuery,
  vendors: readonly { -readonly [Key in keyof Restrictions]: Restrictions[Key] }[],
): boolean {
  const count = takeBits(reader, COUNT_BITS);
  if (isOverrun(reader) || count > RESTRICTIONS_MAX) return false;
  for (let restriction = 0; restriction < count; restriction++) {
    const purpose = takeBits(reader, PURPOSE_ID_BITS);
    const type = takeBits(reader, TYPE_BITS);
    if (purpose === 0 || type >= TYPE_COUNT) return false;
    if (!readVendorRanges(reader, query, VENDOR_ID_MAX)) return false;
    const bit = purposeBit(purpose);
    for (let i = 0; i < vendors.length; i++) {
      const vendor = vendors[i];
      if (vendor === undefined || query.listed[i] !== true) continue;
      if (type === RESTRICTION.forbidden) vendor.forbidden |= bit;
      else if (type === RESTRICTION.consentRequired) vendor.consentRequired |= bit;
      else vendor.legitimateInterestRequired |= bit;
    }
  }
  return true;
}

/** Returns the restriction on one purpose. A string should have at most one; otherwise the strictest counts. */
export function restrictionOn(
  purpose: number,
  { forbidden, consentRequired, legitimateInterestRequired }: Restrictions,
): PublisherRestriction | undefined {
  const bit = purposeBit(purpose);
  if ((forbidden & bit) !== 0) return RESTRICTION.forbidden;
  if ((consentRequired & bit) !== 0) return RESTRICTION.consentRequired;
  if ((legitimateInterestRequired & bit) !== 0) return RESTRICTION.legitimateInterestRequired;
  return undefined;
}
