import {
  type GVL,
  PurposeRestriction,
  Segment,
  SegmentEncoder,
  TCModel,
} from '@iabtechlabtcf/core';
import fc from 'fast-check';

const VENDOR_COUNT = 1800;

/** The encoder of restrictions asks the vendor list only this: which ids are in use. */
const vendorList: unknown = {
  vendorIds: new Set(Array.from({ length: VENDOR_COUNT }, (_, i) => i + 1).filter((id) => id % 7)),
};

const run = fc.record({ start: fc.integer({ min: 1, max: 1700 }), length: fc.nat(90) });

/** Few runs are written as ranges, many scattered ids as one bit each: the encoder takes the shorter. */
const vendorSet: fc.Arbitrary<readonly number[]> = fc.oneof(
  fc.constant([]),
  fc.array(fc.integer({ min: 1, max: 120 }), { maxLength: 60 }),
  fc.array(fc.integer({ min: 1, max: VENDOR_COUNT }), { maxLength: 30 }),
  fc
    .array(run, { maxLength: 8 })
    .map((runs) =>
      runs.flatMap(({ start, length }) => Array.from({ length }, (_, i) => start + i)),
    ),
);

const purposes = fc.uniqueArray(fc.integer({ min: 1, max: 24 }));

export const tcfModel = fc.record({
  createdMs: fc.integer({ min: 0, max: 2 ** 36 - 1 }).map((ticks) => ticks * 100),
  policyVersion: fc.nat(63),
  specialFeatures: fc.uniqueArray(fc.integer({ min: 1, max: 12 })),
  purposeConsents: purposes,
  purposeLegitimateInterests: purposes,
  vendorConsents: vendorSet,
  vendorLegitimateInterests: vendorSet,
  vendorsDisclosed: fc.option(vendorSet, { nil: undefined }),
  hasPublisherSegment: fc.boolean(),
  restrictions: fc.array(
    fc.record({
      purpose: fc.integer({ min: 1, max: 24 }),
      type: fc.integer({ min: 0, max: 2 }),
      vendors: fc.oneof(
        fc.array(fc.integer({ min: 1, max: VENDOR_COUNT }), { minLength: 1, maxLength: 12 }),
        run.map(({ start, length }) => Array.from({ length: length + 1 }, (_, i) => start + i)),
      ),
    }),
    { maxLength: 6 },
  ),
});

export type TcfModel = typeof tcfModel extends fc.Arbitrary<infer Model> ? Model : never;

/** The official encoding of the model. */
export function encodeTcf(from: TcfModel): string {
  const model = new TCModel();
  model.cmpId = 300;
  model.created = new Date(from.createdMs);
  model.lastUpdated = new Date(from.createdMs);
  model.policyVersion = from.policyVersion;
  model.isServiceSpecific = true;
  model.publisherCountryCode = 'DE';
  model.specialFeatureOptins.set([...from.specialFeatures]);
  model.purposeConsents.set([...from.purposeConsents]);
  model.purposeLegitimateInterests.set([...from.purposeLegitimateInterests]);
  model.vendorConsents.set([...from.vendorConsents]);
  model.vendorLegitimateInterests.set([...from.vendorLegitimateInterests]);
  model.publisherRestrictions.gvl = vendorList as GVL;
  for (const { purpose, type, vendors } of from.restrictions) {
    for (const id of vendors) {
      model.publisherRestrictions.add(id, new PurposeRestriction(purpose, type));
    }
  }
  const segments = [Segment.CORE];
  if (from.vendorsDisclosed !== undefined) {
    model.vendorsDisclosed.set([...from.vendorsDisclosed]);
    segments.push(Segment.VENDORS_DISCLOSED);
  }
  if (from.hasPublisherSegment) segments.push(Segment.PUBLISHER_TC);
  return segments.map((segment) => SegmentEncoder.encode(model, segment)).join('.');
}

/** Vendors to ask about: some that the string speaks of, their neighbours, and some of no list. */
export function vendorsToAsk(model: TcfModel): readonly number[] {
  const mentioned = [
    ...model.vendorConsents,
    ...model.vendorLegitimateInterests,
    ...(model.vendorsDisclosed ?? []),
    ...model.restrictions.flatMap(({ vendors }) => vendors),
  ];
  const step = Math.max(1, Math.floor(mentioned.length / 4));
  const some = mentioned.filter((_, i) => i % step === 0);
  return [...some, ...some.map((id) => id + 1), 0, 1, 755, 65_535];
}
