import { expect } from 'bun:test';
import { TCString } from '@iabtechlabtcf/core';
import fc from 'fast-check';
import {
  hasPurpose,
  RESTRICTION_TYPES,
  readTcf,
  restrictionOn,
} from '../../src/core/privacy/consent/tcf.ts';

import {
  bitVector,
  coreBits,
  disclosedSegment,
  type Range,
  rangeVector,
  restrictionList,
} from './bit-text.ts';

export const ID_MAX = 400;

const id = fc.integer({ min: 1, max: ID_MAX });

/** In any order and overlapping, as no official encoder writes them. */
const ranges: fc.Arbitrary<readonly Range[]> = fc.array(
  fc.oneof(
    id.map((start): Range => [start]),
    fc.tuple(id, id).map(([a, b]): Range => [Math.min(a, b), Math.max(a, b)]),
  ),
  { maxLength: 12 },
);

const vector = fc.oneof(
  ranges.map((list) => rangeVector(ID_MAX, list)),
  fc.uniqueArray(id).map((ids) => bitVector(ID_MAX, (candidate) => ids.includes(candidate))),
);

const mask = fc.nat(0xffffff);

/** The segments of a TC string. */
export const handMade = fc
  .record({
    purposeConsents: mask,
    purposeLegitimateInterests: mask,
    vendorConsents: vector,
    vendorLegitimateInterests: vector,
    disclosed: vector,
    restrictions: fc.array(
      fc.record({
        purpose: fc.integer({ min: 1, max: 63 }),
        type: fc.integer({ min: 0, max: 2 }),
        ranges,
      }),
      { maxLength: 8 },
    ),
  })
  .map(({ disclosed, restrictions, ...core }) => [
    coreBits({ ...core, restrictions: restrictionList(restrictions) }),
    disclosedSegment(disclosed),
  ]);

const PURPOSES = Array.from({ length: 24 }, (_, i) => i + 1);

/** All that `readTcf` offers, in the words of the official library. */
export function readByLibrary(text: string, vendorIds: readonly number[]) {
  const model = TCString.decode(text);
  const hasDisclosed = text
    .split('.')
    .slice(1)
    .some((segment) => 'IJKLMNOP'.includes(segment.charAt(0)));
  return {
    specialFeature1: model.specialFeatureOptins.has(1),
    purposeConsents: PURPOSES.filter((purpose) => model.purposeConsents.has(purpose)),
    purposeLegitimateInterests: PURPOSES.filter((purpose) =>
      model.purposeLegitimateInterests.has(purpose),
    ),
    vendors: vendorIds.map((id) => ({
      id,
      consent: model.vendorConsents.has(id),
      legitimateInterest: model.vendorLegitimateInterests.has(id),
      disclosed: hasDisclosed ? model.vendorsDisclosed.has(id) : undefined,
      restrictions: PURPOSES.map((purpose) =>
        // The library takes vendor 0 for "all vendors".
        id === 0 ? undefined : model.publisherRestrictions.getRestrictionType(id, purpose),
      ),
    })),
  };
}

export function readByParley(text: string, vendorIds: readonly number[]) {
  const consent = readTcf(text, vendorIds);
  if (consent === undefined) return undefined;
  return {
    specialFeature1: consent.specialFeature1,
    purposeConsents: PURPOSES.filter((purpose) => hasPurpose(consent.purposeConsents, purpose)),
    purposeLegitimateInterests: PURPOSES.filter((purpose) =>
      hasPurpose(consent.purposeLegitimateInterests, purpose),
    ),
    vendors: consent.vendors.map((vendor) => ({
      id: vendor.id,
      consent: vendor.consent,
      legitimateInterest: vendor.legitimateInterest,
      disclosed: vendor.disclosed,
      restrictions: PURPOSES.map((purpose) => {
        const type = restrictionOn(purpose, vendor);
        return type === undefined ? undefined : RESTRICTION_TYPES.indexOf(type);
      }),
    })),
  };
}

export function expectSameAsLibrary(text: string, vendorIds: readonly number[]): void {
  expect<unknown>(readByParley(text, vendorIds)).toEqual(readByLibrary(text, vendorIds));
}
