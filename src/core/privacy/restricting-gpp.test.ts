import { expect, test } from 'bun:test';
import { NO_SIGNALS } from '../../../test/privacy/no-signals.ts';
import type { Signals } from '../openrtb/privacy-signals.ts';
import { restrictingGpp } from './told-signals.ts';

const PERMITTING = 'DBABLA~BVQqAAAAAmA.QA';
const OPTING_OUT = 'DBABBg~BUUAAACA.QA';
/** Under 13, and opted out. */
const CHILD = 'DBABLA~CVVZAAAAABCA.YA';
/** Sections 2 and 6, opted out of sale. */
const WITH_CONSENT = 'DBACNYA~CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA~1YYN';

const restricting = (gpps: Signals['gpps'], signals: Partial<Signals> = {}) =>
  restrictingGpp({ ...NO_SIGNALS, gppSections: [6, 7, 8], ...signals, gpps });

test('the string that restricts more is told, in either order (ruling 61)', () => {
  for (const [stricter, other] of [
    [OPTING_OUT, PERMITTING],
    [CHILD, OPTING_OUT],
    [CHILD, PERMITTING],
    [OPTING_OUT, '???'],
    [OPTING_OUT, undefined],
  ] as const) {
    expect(restricting([stricter, other])).toBe(stricter);
    expect(restricting([other, stricter])).toBe(stricter);
  }
});

test('no string is told that is not known to restrict', () => {
  expect(restricting([PERMITTING, '???'])).toBeUndefined();
  expect(restricting([PERMITTING, undefined])).toBeUndefined();
  // What no `gpp_sid` names does not count.
  expect(restricting([PERMITTING, OPTING_OUT], { gppSections: [7] })).toBeUndefined();
});

test('a string with a consent is not told where the GDPR applies, since the other could deny it', () => {
  expect(restricting([PERMITTING, WITH_CONSENT])).toBe(WITH_CONSENT);
  expect(restricting([PERMITTING, WITH_CONSENT], { gdpr: 1 })).toBeUndefined();
});
