import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { bitVector, coreBits, tcString } from '../../test/privacy/bit-text.ts';
import { NO_SIGNALS } from '../../test/privacy/no-signals.ts';
import type { GppSectionId } from '../openrtb/gpp-sections.ts';
import type { Signals } from '../openrtb/privacy-signals.ts';
import { Refusal } from '../openrtb/refusal.ts';
import { validate } from '../openrtb/validate.ts';
import { permissionsFor, protect } from './protect.ts';
import { RESTRICTED_FIELDS, type Restriction } from './restriction.ts';

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

test('Do Not Track withholds what limited tracking withholds (ruling 63)', () => {
  const partner = { gvlId: undefined, needsConsent: false };
  const [limited] = permissionsFor({ ...NO_SIGNALS, limitedTracking: true }, [partner]);
  const [untracked] = permissionsFor({ ...NO_SIGNALS, doNotTrack: true }, [partner]);
  expect(untracked?.restriction).toEqual(limited?.restriction as Restriction);
  expect(untracked?.restriction.ids).toBe(1);
});

test('what no consent can change is decided once for all partners', () => {
  const partners = Array.from({ length: 100 }, (_, gvlId) => ({ gvlId, needsConsent: false }));
  const optedOut: Signals = { ...NO_SIGNALS, gppSections: [7, 8, 99], usPrivacy: ['1YYN'] };
  expect(new Set(permissionsFor(optedOut, partners)).size).toBe(1);
});

describe('two partners with different rights in one auction', () => {
  const CONSENTED = { gvlId: 5, needsConsent: false };
  const UNKNOWN = { gvlId: 6, needsConsent: false };
  // Without precise location, so that the requests of both vendors are redacted.
  const vendorConsents = bitVector(9, (id) => id === 5);
  const consent = tcString(coreBits({ specialFeatures: 0, vendorConsents }));
  const request = validate({
    id: 'r',
    imp: [{ id: '1', native: { request: '{"assets":[{"id":1,"title":{"len":25}}]}' } }],
    site: { id: 's', publisher: { id: 'p' } },
    user: { id: 'user-secret', ext: { consent } },
    regs: { ext: { gdpr: 1 } },
  });
  if (request instanceof Refusal) throw new Error(JSON.stringify(request));
  const userIds = (standings: Parameters<typeof protect>[1]) =>
    protect(request, standings).map((view) => view.request.wire.user?.id);

  test('only the vendor with consent receives the id of the user, in either order', () => {
    expect(userIds([CONSENTED, UNKNOWN])).toEqual(['user-secret', undefined]);
    expect(userIds([UNKNOWN, CONSENTED])).toEqual([undefined, 'user-secret']);
  });

  test('partners with equal rights share one request', () => {
    const [first, , third] = protect(request, [UNKNOWN, CONSENTED, { ...UNKNOWN, gvlId: 7 }]);
    expect(first?.request).toBe(third?.request as NonNullable<typeof third>['request']);
  });
});
