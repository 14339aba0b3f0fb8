import { expect, test } from 'bun:test';
import type { Signals } from './signals.ts';
import { usRulings } from './us-rules.ts';

const NO_SIGNALS: Signals = {
  coppa: false,
  limitedTracking: false,
  globalPrivacyControl: false,
  gdpr: undefined,
  consent: undefined,
  usPrivacy: undefined,
  gpp: undefined,
  gppSections: [],
  country: undefined,
};

const rulesFor = (signals: Partial<Signals>) =>
  usRulings({ ...NO_SIGNALS, ...signals }).map(({ rule }) => rule);

/** The national section, without an opt-out. */
const READABLE = 'DBABLA~BVQqAAAAAmA.QA';

test('a section that is listed and allows everything restricts nothing', () => {
  expect(rulesFor({ gpp: READABLE, gppSections: [7] })).toEqual([]);
});

test('the sections 7 to 27 are of the US: one that is listed and cannot be read is an opt-out', () => {
  const listed = Array.from({ length: 32 }, (_, id) => id);
  const restricting = listed.filter((id) => rulesFor({ gppSections: [id] }).length > 0);
  expect(restricting).toEqual(Array.from({ length: 21 }, (_, index) => index + 7));
  expect(rulesFor({ gpp: READABLE, gppSections: [8] })).toEqual(['GPP section 8: unreadable']);
});

test('the US Privacy string inside GPP counts before the one beside it', () => {
  const gpp = 'DBABTA~1YNN';
  const usPrivacy = '1YYN';
  expect(rulesFor({ usPrivacy })).toEqual(['US Privacy: opted out of sale']);
  expect(rulesFor({ usPrivacy, gpp, gppSections: [6] })).toEqual([]);
  expect(rulesFor({ gpp: 'DBABTA~1YYN', gppSections: [6] })).toEqual([
    'US Privacy: opted out of sale',
  ]);
});

test('Global Privacy Control restricts without any section', () => {
  expect(rulesFor({ globalPrivacyControl: true })).toEqual(['Global Privacy Control']);
});
