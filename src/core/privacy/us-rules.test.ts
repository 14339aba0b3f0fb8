import { expect, test } from 'bun:test';
import { NO_SIGNALS } from '../../../test/privacy/no-signals.ts';
import type { Signals } from '../openrtb/privacy-signals.ts';
import { usRulings } from './us-rules.ts';

const rulesFor = (signals: Partial<Signals>) =>
  usRulings({ ...NO_SIGNALS, ...signals }).map(({ rule }) => rule);

/** The national section, without an opt-out. */
const READABLE = 'DBABLA~BVQqAAAAAmA.QA';

test('a section that is listed and allows everything restricts nothing', () => {
  expect(rulesFor({ gpps: [READABLE], gppSections: [7] })).toEqual([]);
});

test('every section but the one of the GDPR is an opt-out where it is listed and cannot be read (ruling 62)', () => {
  const listed = Array.from({ length: 32 }, (_, index) => index + 1);
  const free = listed.filter((id) => rulesFor({ gppSections: [id] }).length === 0);
  expect(free).toEqual([2]);
  expect(rulesFor({ gpps: [READABLE], gppSections: [8] })).toEqual(['GPP section 8: unreadable']);
  for (const id of [1, 3, 4, 28, 99, 9999]) {
    expect(rulesFor({ gpps: [READABLE], gppSections: [id] })).toEqual([
      `GPP section ${id}: unknown`,
    ]);
  }
  expect(rulesFor({ gppSections: ['unreadable'] })).toEqual(['GPP section of no number: unknown']);
});

test('a GPP string that cannot be read beside one that can makes every section unreadable', () => {
  expect(rulesFor({ gpps: [READABLE, '???'], gppSections: [7] })).toEqual([
    'GPP section 7: unreadable',
  ]);
  expect(rulesFor({ gpps: [READABLE, undefined], gppSections: [7] })).toEqual([
    'GPP section 7: unreadable',
  ]);
  expect(rulesFor({ gpps: ['DBABTA~1YNN', '???'], gppSections: [6] })).toEqual([
    'GPP section 6: unreadable',
  ]);
});

test('a GPP string that cannot be read does not cancel what another says (ruling 61)', () => {
  // Under 13.
  const child = 'DBABLA~CVVZAAAAABCA.YA';
  expect(rulesFor({ gpps: [child, '???'], gppSections: [7] })).toContain(
    'GPP section 7: known child',
  );
});

test('of two GPP strings the one that opts out counts, and a section may be in either (ruling 61)', () => {
  const optedOut = 'DBABBg~BUUAAACA.QA';
  expect(rulesFor({ gpps: [READABLE, optedOut], gppSections: [7, 8] })).toEqual([
    'GPP section 8: opted out',
  ]);
});

test('a US Privacy string that opts out counts beside any other (ruling 61)', () => {
  const rule = 'US Privacy: opted out of sale';
  const inGpp = { gpps: ['DBABTA~1YNN'], gppSections: [6] };
  expect(rulesFor({ usPrivacy: ['1YYN'] })).toEqual([rule]);
  expect(rulesFor({ usPrivacy: ['1YNN', '1YYN'] })).toEqual([rule]);
  expect(rulesFor({ usPrivacy: ['1YYN'], ...inGpp })).toEqual([rule]);
  expect(rulesFor({ usPrivacy: ['1YNN'], gpps: ['DBABTA~1YYN'], gppSections: [6] })).toEqual([
    rule,
  ]);
  expect(rulesFor({ usPrivacy: ['1YNN'], ...inGpp })).toEqual([]);
});

test('a listed US Privacy string may stand beside GPP', () => {
  expect(rulesFor({ usPrivacy: ['1YNN'], gppSections: [6] })).toEqual([]);
  expect(rulesFor({ gppSections: [6] })).toEqual(['GPP section 6: unreadable']);
});

test('Global Privacy Control restricts without any section', () => {
  expect(rulesFor({ globalPrivacyControl: true })).toEqual(['Global Privacy Control']);
});
