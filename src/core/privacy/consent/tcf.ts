import type { Writable } from '../../../lib/readonly.ts';
import {
  type BitReader,
  bitsAt,
  isOverrun,
  openBits,
  partEnd,
  readSegments,
  skipBits,
  takeBits,
} from './bits.ts';

/** A set of TCF purposes as bits, in wire order: purpose 1 is the highest of 24 bits. */
type PurposeMask = number;

const PURPOSE_BITS = 24;

/** Returns the set with this purpose only. Empty if the number is not a purpose. */
function purposeBit(purpose: number): PurposeMask {
  return purpose >= 1 && purpose <= PURPOSE_BITS ? 1 << (PURPOSE_BITS - purpose) : 0;
}

export function hasPurpose(mask: PurposeMask, purpose: number): boolean {
  return (mask & purposeBit(purpose)) !== 0;
}

/**
 * The maximum number of range entries in one TC string, over all its lists. They decide how long reading takes.
 * A vendor section with more than about 100 entries is shorter as one bit per vendor, so its three lists leave most
 * of this limit to the publisher restrictions, which have ranges only.
 */
export const RANGE_ENTRIES_MAX = 768;

const VENDOR_ID_MAX = 0xffff;
const VENDOR_ID_BITS = 16;
const ENTRY_COUNT_BITS = 12;

/** The vendors to look for while the lists of a string are read one after another. */
type VendorQuery = {
  readonly ids: readonly number[];
  /** Whether the last list contains the id, for each of `ids`. */
  readonly listed: boolean[];
  entriesLeft: number;
};

function askFor(ids: readonly number[]): VendorQuery {
  return { ids, listed: ids.map(() => false), entriesLeft: RANGE_ENTRIES_MAX };
}

/** Reads a vendor section: one bit per vendor, or ranges. Returns false if it is malformed. */
function readVendorVector(reader: BitReader, query: VendorQuery): boolean {
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
function readVendorRanges(reader: BitReader, query: VendorQuery, idMax: number): boolean {
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

/** The types of a publisher's restriction by their wire values, the strictest first. A fourth is reserved. */
export const RESTRICTION_TYPES = [
  'forbidden',
  'consentRequired',
  'legitimateInterestRequired',
] as const;

type RestrictionType = (typeof RESTRICTION_TYPES)[number];

/** The publisher's restrictions on one vendor. */
type Restrictions = Readonly<Record<RestrictionType, PurposeMask>>;

/** One restriction lists all vendors of a purpose and type, so a valid string has no more. */
export const RESTRICTIONS_MAX = PURPOSE_BITS * RESTRICTION_TYPES.length;

const COUNT_BITS = 12;
const PURPOSE_ID_BITS = 6;
const TYPE_BITS = 2;

/** Adds the publisher restrictions to the vendors. Returns false if they are malformed. */
function readPublisherRestrictions(
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

/** The content of a TC string (Transparency and Consent Framework 2.2 or 2.3) for some vendors. */
export type TcfConsent = {
  /** The user opted in to special feature 1, the use of precise geolocation. */
  readonly specialFeature1: boolean;
  readonly purposeConsents: PurposeMask;
  readonly purposeLegitimateInterests: PurposeMask;
  /** One for each requested vendor id, in that order. */
  readonly vendors: readonly VendorConsent[];
};

type VendorConsent = Restrictions & {
  readonly id: number;
  readonly consent: boolean;
  readonly legitimateInterest: boolean;
  /** Whether this vendor was disclosed to the user. Undefined if the string has no such segment. */
  readonly disclosed: boolean | undefined;
};

type VendorDraft = Writable<VendorConsent>;

export const TC_STRING_LENGTH_MAX = 8192;

const VERSION = 2;
const VERSION_BITS = 6;
/** Creation, last update, CMP id and version, screen, language, versions of the vendor list and of the policy. */
const UNREAD_HEADER_BITS = 36 + 36 + 12 + 12 + 6 + 12 + 12 + 6;
const NON_STANDARD_TEXTS_BITS = 1;
const SPECIAL_FEATURE_BITS = 12;
/** Treatment of purpose 1, country of the publisher. */
const PUBLISHER_BITS = 1 + 12;

const SEGMENT_TYPE_BITS = 3;
const DISCLOSED_VENDORS_SEGMENT = 1;

/**
 * Reads a TC string for some vendors, in one pass. Undefined if any of it is unreliable: not base64url, another
 * version, global scope (no longer a consent in the framework), truncated, malformed or too long. The readable part
 * of such a string is not used, because the rest may contain a restriction.
 */
export function readTcf(text: string, vendorIds: readonly number[]): TcfConsent | undefined {
  if (text.length > TC_STRING_LENGTH_MAX) return undefined;
  const coreEnd = partEnd(text, '.', 0);
  const core = openBits(text, 0, coreEnd);
  if (core === undefined || takeBits(core, VERSION_BITS) !== VERSION) return undefined;

  skipBits(core, UNREAD_HEADER_BITS);
  const isServiceSpecific = takeBits(core, 1) === 1;
  if (!isServiceSpecific) return undefined;
  skipBits(core, NON_STANDARD_TEXTS_BITS);
  const specialFeatures = takeBits(core, SPECIAL_FEATURE_BITS);
  const purposeConsents = takeBits(core, PURPOSE_BITS);
  const purposeLegitimateInterests = takeBits(core, PURPOSE_BITS);
  skipBits(core, PUBLISHER_BITS);

  const query = askFor(vendorIds);
  const vendors = vendorIds.map(draftVendor);
  const isRead =
    readVendors(core, query, vendors, 'consent') &&
    readVendors(core, query, vendors, 'legitimateInterest') &&
    readPublisherRestrictions(core, query, vendors) &&
    readSegments(
      text,
      coreEnd,
      SEGMENT_TYPE_BITS,
      (type, segment) =>
        type !== DISCLOSED_VENDORS_SEGMENT || readVendors(segment, query, vendors, 'disclosed'),
    );
  if (!isRead) return undefined;
  return {
    specialFeature1: specialFeatures >> (SPECIAL_FEATURE_BITS - 1) === 1,
    purposeConsents,
    purposeLegitimateInterests,
    vendors,
  };
}

function draftVendor(id: number): VendorDraft {
  return {
    id,
    consent: false,
    legitimateInterest: false,
    disclosed: undefined,
    forbidden: 0,
    consentRequired: 0,
    legitimateInterestRequired: 0,
  };
}

/** Reads a vendor section into a field of each vendor. Returns false if it is malformed. */
function readVendors(
  reader: BitReader,
  query: VendorQuery,
  vendors: readonly VendorDraft[],
  field: 'consent' | 'legitimateInterest' | 'disclosed',
): boolean {
  if (!readVendorVector(reader, query)) return false;
  for (let i = 0; i < vendors.length; i++) {
    const vendor = vendors[i];
    if (vendor !== undefined) vendor[field] = query.listed[i] === true;
  }
  return true;
}

/**
 * The purposes for which legitimate interest is a legal basis: basic ads, measurement, statistics, improvement,
 * basic content. Storage (1), profiles (3 to 6) and purposes that the framework does not define yet require consent,
 * whatever the bits say.
 */
const LEGITIMATE_INTEREST_PURPOSES: ReadonlySet<number> = new Set([2, 7, 8, 9, 10, 11]);

/**
 * Whether a vendor may process data for a purpose. Both the purpose and the vendor need the same legal
 * basis: consent for the purpose and legitimate interest for the vendor are not enough. The basis that the vendor
 * declared is in the Global Vendor List and not in the string, so either basis is accepted unless a publisher
 * restriction requires one.
 */
export function hasBasis(consent: TcfConsent, vendorId: number, purpose: number): boolean {
  const vendor = consent.vendors.find(({ id }) => id === vendorId);
  if (vendor === undefined) return false;
  const restriction = restrictionOn(purpose, vendor);
  if (restriction === 'forbidden') return false;
  const byConsent = vendor.consent && hasPurpose(consent.purposeConsents, purpose);
  if (byConsent && restriction !== 'legitimateInterestRequired') return true;
  return (
    restriction !== 'consentRequired' &&
    LEGITIMATE_INTEREST_PURPOSES.has(purpose) &&
    vendor.legitimateInterest &&
    hasPurpose(consent.purposeLegitimateInterests, purpose)
  );
}
