import { expect, test } from 'bun:test';
import type { ValidRequest } from '../openrtb/validate.ts';
import { UNRESTRICTED, UNRESTRICTED_PERMISSION } from '../privacy/restriction.ts';
import { hideSpecial } from './hide-special.ts';
import type { ReadyPartner } from './solicit.ts';

const whole = {
  wire: { site: { keywords: 'a,x' } },
  keywords: ['a', 'x'],
} as unknown as ValidRequest;
const RESTRICTED = {
  restriction: { ...UNRESTRICTED, geo: 1 },
  decidedBy: { geo: 'a rule' },
} as const;
const partner = (kind: 'http' | 'local') => ({ partner: { kind } }) as unknown as ReadyPartner;

test('partners outside lose special texts by any restriction, those inside by none, and equal views stay shared', () => {
  const restricted = { request: whole, permission: RESTRICTED };
  const free = { request: whole, permission: UNRESTRICTED_PERMISSION };
  const shown = hideSpecial(
    [restricted, restricted, restricted, free],
    [partner('http'), partner('http'), partner('local'), partner('http')],
    (text) => text === 'x',
  );
  expect(shown.map(({ request }) => request.keywords)).toEqual([
    ['a'],
    ['a'],
    ['a', 'x'],
    ['a', 'x'],
  ]);
  expect(shown[0]?.request).toBe(shown[1]?.request as ValidRequest);
});

test('a request without special texts keeps its views', () => {
  const views = [{ request: whole, permission: RESTRICTED }];
  expect(hideSpecial(views, [partner('http')], undefined)).toBe(views);
});
