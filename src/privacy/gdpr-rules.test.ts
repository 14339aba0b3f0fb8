import { describe, expect, test } from 'bun:test';
import { bitVector, coreBits, tcString } from '../../test/privacy/bit-text.ts';
import { gdprApplies, gdprRulings, readConsent } from './gdpr-rules.ts';
import type { Signals } from './signals.ts';

const NO_SIGNALS: Signals = {
  coppa: false,
  limitedTracking: false,
  globalPrivacyControl: false,
  gdpr: undefined,
  consent: undefined,
  usPrivacy: undefined,
  gpp: undefined,
  gppSections: [],
  country: undefined,
};

describe('the GDPR applies', () => {
  const applies = (signals: Partial<Signals>) => gdprApplies({ ...NO_SIGNALS, ...signals });

  test('where the list of GPP sections has section 2, whatever else is said', () => {
    expect(applies({ gppSections: [2], gdpr: 0, country: 'USA' })).toBe(true);
    expect(applies({ gppSections: [7, 3], gdpr: 1, country: 'DEU' })).toBe(false);
  });

  test('where the flag says so, whatever the country is', () => {
    expect(applies({ gdpr: 1, country: 'USA' })).toBe(true);
    expect(applies({ gdpr: 0, country: 'DEU' })).toBe(false);
  });

  test('in the countries of the EEA and the United Kingdom, if the request says nothing', () => {
    for (const country of ['DEU', 'DE', 'GBR', 'NOR']) expect(applies({ country })).toBe(true);
    for (const country of ['USA', 'CHE', undefined]) expect(applies({ country })).toBe(false);
  });
});

test('the consent in section 2 of GPP counts before the one beside it', () => {
  // The example of the GPP specification for section 2: consent to no vendor.
  const gpp = 'DBABMA~CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA';
  const consent = tcString(coreBits({ vendorConsents: bitVector(9, () => true) }));
  const consentOf = (signals: Partial<Signals>) =>
    readConsent({ ...NO_SIGNALS, ...signals }, [5])?.vendors[0]?.consent;
  expect(consentOf({ consent })).toBe(true);
  expect(consentOf({ consent, gpp })).toBe(false);
});

test('any one purpose from 2 to 10 with a basis allows identifiers, and no other does', () => {
  const allowed = Array.from({ length: 24 }, (_, index) => index + 1).filter((purpose) => {
    const text = tcString(
      coreBits({
        purposeConsents: 1 << (24 - purpose),
        purposeLegitimateInterests: 0,
        vendorConsents: bitVector(9, () => true),
      }),
    );
    const consent = readConsent({ ...NO_SIGNALS, consent: text }, [5]);
    const rulings = gdprRulings(consent, { gvlId: 5, needsConsent: false });
    return !rulings.some(({ restriction }) => restriction.ids === 1);
  });
  expect(allowed).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10]);
});
