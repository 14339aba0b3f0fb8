import { describe, expect, test } from 'bun:test';
import { hasBasis, readTcf } from '../../src/core/privacy/consent/tcf.ts';
import { bitVector, coreBits, NO_VENDORS, restrictionList, tcString } from './bit-text.ts';

const PURPOSES = Array.from({ length: 11 }, (_, i) => i + 1);
const VENDOR = 5;
const ONLY_VENDOR = bitVector(9, (id) => id === VENDOR);

/** The purposes for which the vendor has a basis in a string made of these parts. */
function allowed(parts: Parameters<typeof coreBits>[0], vendorId = VENDOR): number[] {
  const consent = readTcf(tcString(coreBits(parts)), [VENDOR, vendorId]);
  if (consent === undefined) throw new Error('an unreadable string');
  return PURPOSES.filter((purpose) => hasBasis(consent, vendorId, purpose));
}

const BY_CONSENT = { vendorConsents: ONLY_VENDOR, purposeLegitimateInterests: 0 };
const BY_INTEREST = { vendorLegitimateInterests: ONLY_VENDOR, purposeConsents: 0 };
const BY_BOTH = { vendorConsents: ONLY_VENDOR, vendorLegitimateInterests: ONLY_VENDOR };

function restrict(type: number, ...purposes: readonly number[]): string {
  return restrictionList(
    purposes.map((purpose) => ({ purpose, type, ranges: [[VENDOR - 1, VENDOR]] })),
  );
}

describe('a vendor has a basis', () => {
  test('for every purpose by consent', () => {
    expect(allowed(BY_CONSENT)).toEqual(PURPOSES);
  });

  test('by legitimate interest for all but storage and profiles', () => {
    expect(allowed(BY_INTEREST)).toEqual([2, 7, 8, 9, 10, 11]);
  });

  test('only if it is the vendor that was consented to, and was asked about', () => {
    expect(allowed(BY_CONSENT, VENDOR + 1)).toEqual([]);
    const consent = readTcf(tcString(coreBits(BY_CONSENT)), [VENDOR + 1]);
    expect(consent === undefined || hasBasis(consent, VENDOR, 2)).toBe(false);
  });

  test('only for the purposes that were consented to', () => {
    expect(allowed({ ...BY_CONSENT, purposeConsents: 0b010000100000 << 12 })).toEqual([2, 7]);
  });

  test('not from a purpose by consent and a vendor by legitimate interest', () => {
    expect(
      allowed({
        purposeLegitimateInterests: 0,
        vendorConsents: NO_VENDORS,
        vendorLegitimateInterests: ONLY_VENDOR,
      }),
    ).toEqual([]);
  });

  test('for no number that is not a purpose', () => {
    const consent = readTcf(tcString(coreBits(BY_BOTH)), [VENDOR]);
    if (consent === undefined) throw new Error('an unreadable string');
    for (const purpose of [-1, 0, 25, 32, 64]) {
      expect(hasBasis(consent, VENDOR, purpose)).toBe(false);
    }
  });
});

describe('a publisher restriction', () => {
  test('of type 0 forbids the purpose on either basis', () => {
    expect(allowed({ ...BY_BOTH, restrictions: restrict(0, 2, 3) })).toEqual(
      PURPOSES.filter((purpose) => purpose !== 2 && purpose !== 3),
    );
  });

  test('of type 1 leaves consent only', () => {
    const restrictions = restrict(1, 2, 7);
    expect(allowed({ ...BY_INTEREST, restrictions })).toEqual([8, 9, 10, 11]);
    expect(allowed({ ...BY_CONSENT, restrictions })).toEqual(PURPOSES);
  });

  test('of type 2 leaves legitimate interest only, and nothing where that is not allowed', () => {
    const restrictions = restrict(2, 1, 2, 3);
    expect(allowed({ ...BY_INTEREST, restrictions })).toEqual([2, 7, 8, 9, 10, 11]);
    expect(allowed({ ...BY_CONSENT, restrictions })).toEqual([4, 5, 6, 7, 8, 9, 10, 11]);
    expect(allowed({ ...BY_BOTH, restrictions })).toEqual([2, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  test('does not touch other vendors', () => {
    const restrictions = restrictionList([{ purpose: 2, type: 0, ranges: [[VENDOR + 1, 900]] }]);
    expect(allowed({ ...BY_CONSENT, restrictions })).toEqual(PURPOSES);
  });

  test('counts by its strictest type when there are several', () => {
    const several = restrictionList([
      { purpose: 2, type: 2, ranges: [[VENDOR]] },
      { purpose: 2, type: 1, ranges: [[VENDOR]] },
    ]);
    expect(allowed({ ...BY_INTEREST, restrictions: several })).toEqual([7, 8, 9, 10, 11]);
    expect(allowed({ ...BY_CONSENT, restrictions: several })).toEqual(PURPOSES);
  });
});
