import { describe, expect, test } from 'bun:test';
import { isAiLabelled } from '../openrtb/ai-use.ts';
import { NO_RULES, type PublisherRules } from './rules.ts';

const NOW_MS = Date.UTC(2026, 10, 1);
const labelled = (rules: Partial<PublisherRules>, person?: string, nowMs = NOW_MS) =>
  isAiLabelled({ ...NO_RULES, ...rules }, person, nowMs);

describe('an ad that AI had a part in is labelled', () => {
  test.each(['DEU', 'ISL', 'REU', 'EUE', 'KOR', 'CHN'])('in %s', (country) => {
    expect(labelled({ country })).toBe(true);
    expect(labelled({}, country)).toBe(true);
  });

  test.each(['USA', 'GBR', 'CHE', 'GIB', 'TWN', 'PRK'])('not in %s', (country) => {
    expect(labelled({ country })).toBe(false);
    expect(labelled({}, country)).toBe(false);
  });

  test('where nobody knows the country', () => {
    expect(labelled({})).toBe(true);
  });

  test('by the country of the publisher, whatever that of the person', () => {
    expect(labelled({ country: 'USA' }, 'DEU')).toBe(false);
    expect(labelled({ country: 'DEU' }, 'USA')).toBe(true);
  });

  test('always or never where the publisher has chosen so', () => {
    expect(labelled({ aiLabel: 'always', country: 'USA' })).toBe(true);
    expect(labelled({ aiLabel: 'never', country: 'DEU' })).toBe(false);
    expect(labelled({ aiLabel: 'never' })).toBe(false);
  });

  test.each([
    ['DEU', Date.UTC(2026, 7, 2)],
    ['KOR', Date.UTC(2026, 0, 22)],
    ['CHN', Date.UTC(2025, 8, 1)],
  ])('in %s from the day of the law', (country, sinceMs) => {
    expect(labelled({ country }, undefined, sinceMs - 1)).toBe(false);
    expect(labelled({ country }, undefined, sinceMs)).toBe(true);
  });
});
