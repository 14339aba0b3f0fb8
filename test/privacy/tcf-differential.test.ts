import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../properties/runs.ts';
import { bitVector, tcString, toBase64Url, uint } from './bit-text.ts';
import {
  expectSameAsLibrary,
  handMade,
  ID_MAX,
  readByLibrary,
  readByParley,
} from './tcf-oracle.ts';

const ALLOWED_VENDORS_SEGMENT = uint(2, 3) + bitVector(3, () => true);

/** Where the vendor consents begin: what stands before is not for the readers to judge. */
const VENDORS_INDEX = 36;

describe('a TC string reads as the official library reads it', () => {
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
