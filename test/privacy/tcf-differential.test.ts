import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../properties/runs.ts';
import {
  bitVector,
  coreBits,
  disclosedSegment,
  type Range,
  rangeVector,
  restrictionList,
  tcString,
  toBase64Url,
  uint,
} from './bit-text.ts';
import { encodeTcf, tcfModel, vendorsToAsk } from './tcf-models.ts';
import { expectSameAsLibrary, readByLibrary, readByParley } from './tcf-oracle.ts';

const ID_MAX = 400;

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

const handMade = fc
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

const ALLOWED_VENDORS_SEGMENT = uint(2, 3) + bitVector(3, () => true);

/** Where the vendor consents begin: what stands before is not for the readers to judge. */
const VENDORS_INDEX = 36;

describe('a TC string reads as the official library reads it', () => {
  test('when the library wrote it', () => {
    const seen = { ranges: 0, bits: 0, restricted: 0, disclosed: 0 };
    fc.assert(
      fc.property(tcfModel, (model) => {
        const text = encodeTcf(model);
        const isRange = readIsRange(text);
        seen.ranges += isRange ? 1 : 0;
        seen.bits += isRange ? 0 : 1;
        seen.restricted += model.restrictions.length > 0 ? 1 : 0;
        seen.disclosed += model.vendorsDisclosed === undefined ? 0 : 1;
        expectSameAsLibrary(text, vendorsToAsk(model));
      }),
      { numRuns: runs(200) },
    );
    // A generator that stopped making one of the kinds would prove nothing about it.
    expect(Math.min(seen.ranges, seen.bits, seen.restricted, seen.disclosed)).toBeGreaterThan(5);
  });

  test('when its ranges overlap, its restrictions contradict each other and it has old segments', () => {
    const asked = [1, 2, 3, 50, 51, 200, 399, ID_MAX, ID_MAX + 1, 65_535];
    fc.assert(
      fc.property(handMade, (segments) =>
        expectSameAsLibrary(tcString(...segments, ALLOWED_VENDORS_SEGMENT), asked),
      ),
      { numRuns: runs(150) },
    );
  });

  test('or not at all, when one of its characters was changed', () => {
    const asked = [1, 2, 50, 200, ID_MAX];
    let readable = 0;
    fc.assert(
      fc.property(handMade, fc.nat(), fc.nat(63), (segments, where, value) => {
        const text = tcString(...segments);
        const index = VENDORS_INDEX + (where % (text.length - VENDORS_INDEX));
        if (text.charAt(index) === '.' || text.charAt(index - 1) === '.') return;
        const changed = text.slice(0, index) + toBase64Url(uint(value, 6)) + text.slice(index + 1);
        const mine = readByParley(changed, asked);
        if (mine === undefined) return;
        readable++;
        expect<unknown>(mine).toEqual(readByLibrary(changed, asked));
      }),
      { numRuns: runs(150) },
    );
    expect(readable).toBeGreaterThan(5);
  });
});

/** Whether the vendor consents, which begin at bit 213, are ranges. */
function readIsRange(text: string): boolean {
  const offset = 213 + 16;
  const character = text.charAt(Math.floor(offset / 6));
  const value = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'.indexOf(
    character,
  );
  return ((value >> (5 - (offset % 6))) & 1) === 1;
}
