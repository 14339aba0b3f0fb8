import { expect, test } from 'bun:test';
import { ENFORCED_TARGETING } from './buys/targeting-overlay.ts';
import { OVERLAY_SUPPORT, supportsOverlay } from './seller-features.ts';

test('what is declared is what is enforced, and nothing else', () => {
  const declared = Object.keys(OVERLAY_SUPPORT).map((name) => name.replace(/_support$/, ''));
  expect(declared.toSorted()).toEqual(ENFORCED_TARGETING.toSorted());
});

test('targeting counts as supported to the extent that is asked for', () => {
  expect(supportsOverlay('geo_countries', true)).toBe(true);
  expect(supportsOverlay('keyword_targets', { supported_match_types: ['phrase'] })).toBe(true);
  expect(supportsOverlay('keyword_targets', { supported_match_types: ['broad'] })).toBe(false);
  expect(supportsOverlay('geo_metros', true)).toBe(false);
  expect(supportsOverlay('constructor', true)).toBe(false);
});
