import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { NO_SIGNALS } from '../../test/privacy/no-signals.ts';
import type { GppSectionId } from '../openrtb/gpp-sections.ts';
import type { Signals } from '../openrtb/privacy-signals.ts';
import { permissionsFor } from './protect.ts';
import { RESTRICTED_FIELDS } from './restriction.ts';

const CONSENTS = [
  'nonsense',
  'CQSbk4AQSbk4ANwAAAENAwCgAAAAAAAAAAYgACPAAAAA.IDKQA4AAgAKAGQAygAAA.YAAAAAAAAAAA',
];
const GPPS = ['???', 'DBABLA~BVQqAAAAAmA.QA', 'DBABLA~CVVZAAAAABCA.YA', 'DBABBg~BUUAAACA.QA'];

const signals: fc.Arbitrary<Signals> = fc.record({
  coppa: fc.boolean(),
  limitedTracking: fc.boolean(),
  doNotTrack: fc.boolean(),
  globalPrivacyControl: fc.boolean(),
  gdpr: fc.constantFrom(undefined, 0 as const, 1 as const),
  consents: fc.subarray(CONSENTS),
  usPrivacy: fc.subarray(['1YNN', '1YYN', '1---']),
  gpps: fc.subarray(GPPS),
  gppSections: fc.subarray<GppSectionId>([2, 5, 6, 7, 8, 24, 99, 'unreadable']),
  country: fc.constantFrom(undefined, 'USA', 'DEU', 'GB'),
});

const standing = fc.record({
  gvlId: fc.constantFrom(undefined, 1, 4, 500),
  needsConsent: fc.boolean(),
});

test('everything withheld names the rule that decided it, and nothing else does', () => {
  fc.assert(
    fc.property(signals, standing, (from, partner) => {
      const [permission] = permissionsFor(from, [partner]);
      for (const field of RESTRICTED_FIELDS) {
        const isWithheld = permission?.restriction[field] !== 0;
        expect(permission?.decidedBy[field] !== undefined).toBe(isWithheld);
      }
    }),
  );
});

test('what no consent can change is decided once for all partners', () => {
  const partners = Array.from({ length: 100 }, (_, gvlId) => ({ gvlId, needsConsent: false }));
  const optedOut: Signals = { ...NO_SIGNALS, gppSections: [7, 8, 99], usPrivacy: ['1YYN'] };
  expect(new Set(permissionsFor(optedOut, partners)).size).toBe(1);
});
