import { RESTRICTION, restrictionOn } from './publisher-restrictions.ts';
import { hasPurpose } from './purposes.ts';
import type { TcfConsent } from './tcf.ts';

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
  if (restriction === RESTRICTION.forbidden) return false;
  const byConsent = vendor.consent && hasPurpose(consent.purposeConsents, purpose);
  if (byConsent && restriction !== RESTRICTION.legitimateInterestRequired) return true;
  return (
    restriction !== RESTRICTION.consentRequired &&
    LEGITIMATE_INTEREST_PURPOSES.has(purpose) &&
    vendor.legitimateInterest &&
    hasPurpose(consent.purposeLegitimateInterests, purpose)
  );
}
