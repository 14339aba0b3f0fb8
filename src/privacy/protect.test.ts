import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { bitVector, coreBits, tcString } from '../../test/privacy/bit-text.ts';
import { Refusal } from '../openrtb/refusal.ts';
import { validate } from '../openrtb/validate.ts';
import { permissionsFor, protect } from './protect.ts';
import { RESTRICTED_FIELDS, type Restriction } from './restriction.ts';
import type { Signals } from './signals.ts';

const CONSENTS = [
  undefined,
  'nonsense',
  'CQSbk4AQSbk4ANwAAAENAwCgAAAAAAAAAAYgACPAAAAA.IDKQA4AAgAKAGQAygAAA.YAAAAAAAAAAA',
];
const GPPS = [
  undefined,
  '???',
  'DBABLA~BVQqAAAAAmA.QA',
  'DBABLA~CVVZAAAAABCA.YA',
  'DBABBg~BUUAAACA.QA',
];

const signals: fc.Arbitrary<Signals> = fc.record({
  coppa: fc.boolean(),
  limitedTracking: fc.boolean(),
  globalPrivacyControl: fc.boolean(),
  gdpr: fc.constantFrom(undefined, 0 as const, 1 as const),
  consent: fc.constantFrom(...CONSENTS),
  usPrivacy: fc.constantFrom(undefined, '1YNN', '1YYN', '1---'),
  gpp: fc.constantFrom(...GPPS),
  gppSections: fc.subarray([2, 6, 7, 8, 24]),
  country: fc.constantFrom(undefined, 'USA', 'DEU', 'GB'),
});

const standing = fc.record({
  gvlId: fc.constantFrom(undefined, 1, 4, 500),
  needsConsent: fc.boolean(),
});

/** Each takes any signals and adds one that asks for more protection. */
const STRICTER: Readonly<Record<string, (from: Signals) => Signals>> = {
  COPPA: (from) => ({ ...from, coppa: true }),
  'limited tracking': (from) => ({ ...from, limitedTracking: true }),
  'Global Privacy Control': (from) => ({ ...from, globalPrivacyControl: true }),
  'an opt-out of sale': (from) => ({ ...from, usPrivacy: '1YYN' }),
  'a further US section': (from) => ({ ...from, gppSections: withSection(from, 24) }),
  'GDPR that applies': (from) => (from.gppSections.length > 0 ? from : { ...from, gdpr: 1 }),
  'consent withdrawn': (from) => ({ ...from, consent: undefined }),
};

/** Naming the first section at all would take the decision on GDPR away from `gdpr`. */
function withSection(from: Signals, id: number): readonly number[] {
  return from.gppSections.length === 0 ? from.gppSections : [...new Set([...from.gppSections, id])];
}

function isAtLeastAsStrict(strict: Restriction, loose: Restriction): boolean {
  return RESTRICTED_FIELDS.every((field) => strict[field] >= loose[field]);
}

describe('a stricter signal never widens what a partner may see', () => {
  for (const [name, stricter] of Object.entries(STRICTER)) {
    test(name, () => {
      fc.assert(
        fc.property(signals, standing, (from, partner) => {
          const [before] = permissionsFor(from, [partner]);
          const [after] = permissionsFor(stricter(from), [partner]);
          expect(before && after && isAtLeastAsStrict(after.restriction, before.restriction)).toBe(
            true,
          );
        }),
        { numRuns: 500 },
      );
    });
  }

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
