import type { Writable } from '../../../lib/readonly.ts';
import { type BitReader, openBits, partEnd, readSegments, skipBits, takeBits } from './bits.ts';
import {
  type Restrictions,
  readPublisherRestrictions,
  restrictionOn,
} from './publisher-restrictions.ts';
import { hasPurpose, PURPOSE_BITS, type PurposeMask } from './purposes.ts';
import { askFor, readVendorVector, type VendorQuery } from './vendor-vector.ts';

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
