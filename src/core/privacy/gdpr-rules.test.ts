import { describe, expect, test } from 'bun:test';
import { bitVector, coreBits, tcString } from '../../../test/privacy/bit-text.ts';
import { NO_SIGNALS } from '../../../test/privacy/no-signals.ts';
import type { Signals } from '../openrtb/privacy-signals.ts';
import { gdprApplies, gdprRulings, readConsents } from './gdpr-rules.ts';

describe('the GDPR applies', () => {
  const applies = (signals: Partial<Signals>) => gdprApplies({ ...NO_SIGNALS, ...signals });

  test('where one signal says so, whatever the others say (ruling 61)', () => {
    expect(applies({ gppSections: [2], gdpr: 0, country: 'USA' })).toBe(true);
    expect(applies({ gppSections: [7, 2] })).toBe(true);
    for (const gppSections of [[7], [7, 3], [99], ['unreadable']] as const) {
      expect(applies({ gppSections, gdpr: 1, country: 'USA' })).toBe(true);
    }
  });

  test('not where the flag denies it and no section names it, whatever the country is', () => {
    expect(applies({ gdpr: 0, country: 'DEU' })).toBe(false);
    expect(applies({ gdpr: 0, gppSections: [99], country: 'DEU' })).toBe(false);
  });

  test('not where the sections name other laws, whatever the country is', () => {
    for (const id of [5, 6, 7, 27]) {
      expect(applies({ gppSections: [id], country: 'DEU' })).toBe(false);
    }
  });

  test('by the country where the sections name no law that anybody knows', () => {
    for (const id of [1, 3, 4, 28, 99, 'unreadable'] as const) {
      expect([id, applies({ gppSections: [id], country: 'DEU' })]).toEqual([id, true]);
      expect([id, applies({ gppSections: [id], country: 'USA' })]).toEqual([id, false]);
    }
  });

  test('in the EEA and the United Kingdom by every usual code (ruling 64)', () => {
    for (const country of ['DEU', 'DE', 'GBR', 'GB', 'UK', 'NOR', 'EL', 'EUE', 'uk']) {
      expect([country, applies({ country })]).toEqual([country, true]);
    }
    for (const country of ['USA', 'CHE', 'ZZ', undefined]) expect(applies({ country })).toBe(false);
  });

  test('in the regions and territories that have codes of their own (ruling 64)', () => {
    const codes =
      'ALA GLP MTQ GUF REU MYT MAF GIB JEY GGY IMN AX GP MQ GF RE YT MF GI JE GG IM IC EA'.split(
        ' ',
      );
    expect(codes.filter((country) => !applies({ country }))).toEqual([]);
    // Overseas territories to which it does not extend.
    expect(['GRL', 'FRO', 'NCL', 'ABW', 'BMU'].filter((country) => applies({ country }))).toEqual(
      [],
    );
  });
});

/** The example of the GPP specification for section 2: consent to no vendor. */
const DENYING_GPP = 'DBABMA~CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA';
/** The national section of the US, without an opt-out. */
const GPP_OF_ANOTHER_LAW = 'DBABLA~BVQqAAAAAmA.QA';
const CONSENT = tcString(coreBits({ vendorConsents: bitVector(9, () => true) }));

function isIdentityAllowed(signals: Partial<Signals>): boolean {
  const consents = readConsents({ ...NO_SIGNALS, ...signals }, [5]);
  const rulings = gdprRulings(consents, { gvlId: 5, needsConsent: false });
  return !rulings.some(({ restriction }) => restriction.ids === 1);
}

test('of several consent strings each has to allow what a vendor gets (ruling 61)', () => {
  const denial = tcString(coreBits({ vendorConsents: bitVector(9, () => false) }));
  expect(isIdentityAllowed({ consents: [CONSENT] })).toBe(true);
  expect(isIdentityAllowed({ consents: [CONSENT], gpps: [GPP_OF_ANOTHER_LAW] })).toBe(true);
  expect(isIdentityAllowed({ consents: [CONSENT], gpps: [`DBABMA~${CONSENT}`] })).toBe(true);
  expect(isIdentityAllowed({ consents: [CONSENT], gpps: [DENYING_GPP] })).toBe(false);
  expect(isIdentityAllowed({ consents: [CONSENT, denial] })).toBe(false);
  expect(isIdentityAllowed({ consents: ['nonsense', CONSENT] })).toBe(false);
  expect(isIdentityAllowed({ consents: [CONSENT, undefined] })).toBe(false);
  expect(isIdentityAllowed({})).toBe(false);
});

test('a GPP string that cannot be read is a consent that cannot be read, also where section 2 is not named (ruling 62)', () => {
  for (const gppSections of [[2], []]) {
    for (const gpp of [`${DENYING_GPP}~X`, '???', undefined]) {
      const signals = { consents: [CONSENT], gppSections };
      expect(isIdentityAllowed({ ...signals, gpps: [gpp] })).toBe(false);
      expect(isIdentityAllowed({ ...signals, gpps: [`DBABMA~${CONSENT}`, gpp] })).toBe(false);
    }
  }
});

test('section 2 that is named and that no GPP string has is a consent that cannot be read (ruling 62)', () => {
  const signals = { consents: [CONSENT], gppSections: [2, 7] };
  expect(isIdentityAllowed({ ...signals, gpps: [GPP_OF_ANOTHER_LAW] })).toBe(false);
  expect(isIdentityAllowed({ ...signals, gpps: [GPP_OF_ANOTHER_LAW, `DBABMA~${CONSENT}`] })).toBe(
    true,
  );
});

test('section 2 that is named without any GPP string may stand in user.consent', () => {
  expect(isIdentityAllowed({ consents: [CONSENT], gppSections: [2] })).toBe(true);
  expect(isIdentityAllowed({ gppSections: [2] })).toBe(false);
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
    const consents = readConsents({ ...NO_SIGNALS, consents: [text] }, [5]);
    const rulings = gdprRulings(consents, { gvlId: 5, needsConsent: false });
    return !rulings.some(({ restriction }) => restriction.ids === 1);
  });
  expect(allowed).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10]);
});
