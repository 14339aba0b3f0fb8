import { RESTRICTION, restrictionOn } from './publisher-restrictions.ts';
import { hasPurpose } from './purposes.ts';
import type { TcfConsent } from './tcf.ts';

/**
 * The purposes that may rest on legitimate interest: basic ads, measurement, statistics, improvement,
 * basic content. Storage (1) and everything about profiles (3 to 6) rest on consent alone, whatever the
 * bits say; a purpose that the framework has yet to define is held to consent too.
 */
const LEGITIMATE_INTEREST_PURPOSES: ReadonlySet<number> = new Set([2, 7, 8, 9, 10, 11]);

/**
 * Whether a vendor may process data for a purpose. Both the purpose and the vendor need the same legal
 * basis: a purpose with consent and a vendor with legitimate interest make none. Which basis the vendor
 * declared is in the Global Vendor List and not in the string, so either of the two will do unless a
 * publisher restriction names the one.
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
