import { describe, expect, test } from 'bun:test';
import type { Condition } from '../../demand/condition-schema.ts';
import { attempt, Refused } from './errors.ts';
import { readOverlay, targetingOf } from './targeting.ts';

const read = (overlay: object) => readOverlay({ ...overlay }, 'overlay');

const refused = (overlay: object) => {
  const terms = attempt(() => read(overlay));
  return terms instanceof Refused ? `${terms.errors[0].code} ${terms.errors[0].field}` : 'taken';
};

const day = (days: readonly string[], start_hour: number, end_hour: number) => ({
  days,
  start_hour,
  end_hour,
  timezone: 'UTC',
});

describe('an overlay', () => {
  test('becomes conditions that mean the same', () => {
    const { include, exclude, frequency } = read({
      geo_countries: ['de', 'AT'],
      geo_countries_exclude: ['CH'],
      language: ['de'],
      device_type: ['mobile', 'tablet', 'ctv'],
      keyword_targets: [{ keyword: 'trail shoes', match_type: 'phrase' }],
      negative_keywords: [{ keyword: 'lawsuit', match_type: 'phrase' }],
      daypart_targets: [day(['tuesday'], 9, 17), day(['monday'], 9, 17)],
      frequency_cap: {
        suppress: { interval: 120, unit: 'minutes' },
        max_impressions: 5,
        per: 'individuals',
        window: { interval: 7, unit: 'days' },
      },
    });
    expect(include).toEqual({
      countries: ['de', 'AT'],
      languages: ['de'],
      deviceTypes: [4, 5, 3, 7, 1],
      keywords: ['trail shoes'],
      days: ['mon', 'tue'],
      hours: { from: 9, to: 17 },
    });
    expect(exclude).toEqual({ countries: ['CH'], keywords: ['lawsuit'] });
    expect(frequency).toEqual([
      { of: 'campaign', per: 'person', within: '2h', atMost: 1 },
      { of: 'campaign', per: 'person', within: '7d', atMost: 5 },
    ]);
  });

  test('lets what may be a tablet in only beside tablets, and keeps it out with either', () => {
    expect(read({ device_type: ['mobile'] }).include.deviceTypes).toEqual([4]);
    expect(read({ device_type_exclude: ['mobile'] }).exclude.deviceTypes).toEqual([4, 1]);
  });

  test.each([
    [{ geo_regions: ['US-CA'] }, 'UNSUPPORTED_FEATURE overlay.geo_regions'],
    [{ audience_include: ['a'] }, 'UNSUPPORTED_FEATURE overlay.audience_include'],
    [{ made_up: 1 }, 'UNSUPPORTED_FEATURE overlay.made_up'],
    [{ constructor: 1 }, 'UNSUPPORTED_FEATURE overlay.constructor'],
    [{ geo_countries: ['XX'] }, 'UNSUPPORTED_FEATURE overlay.geo_countries[0]'],
    [{ geo_countries: [] }, 'UNSUPPORTED_FEATURE overlay.geo_countries'],
    [{ language: ['fr-CA'] }, 'UNSUPPORTED_FEATURE overlay.language[0]'],
    [{ device_type: ['dooh'] }, 'UNSUPPORTED_FEATURE overlay.device_type[0]'],
    [
      { keyword_targets: [{ keyword: 'a', match_type: 'exact' }] },
      'UNSUPPORTED_FEATURE overlay.keyword_targets[0].match_type',
    ],
    [
      { keyword_targets: [{ keyword: 'a', match_type: 'phrase', bid_price: 2 }] },
      'UNSUPPORTED_FEATURE overlay.keyword_targets[0].bid_price',
    ],
    [
      { negative_keywords: [{ keyword: 'a b c d e', match_type: 'phrase' }] },
      'UNSUPPORTED_FEATURE overlay.negative_keywords[0].keyword',
    ],
    [
      { daypart_targets: [{ days: ['monday'], start_hour: 1, end_hour: 2 }] },
      'INVALID_REQUEST overlay.daypart_targets[0].timezone',
    ],
    [
      { daypart_targets: [day(['monday'], 1, 2), day(['tuesday'], 2, 3)] },
      'UNSUPPORTED_FEATURE overlay.daypart_targets',
    ],
    [
      { daypart_targets: [day(['monday'], 1, 2), day(['monday'], 3, 4)] },
      'UNSUPPORTED_FEATURE overlay.daypart_targets',
    ],
    [
      { daypart_targets: [day(['monday'], 5, 5)] },
      'UNSUPPORTED_FEATURE overlay.daypart_targets[0]',
    ],
    [{ frequency_cap: {} }, 'UNSUPPORTED_FEATURE overlay.frequency_cap'],
    [
      {
        frequency_cap: {
          max_impressions: 3,
          per: 'households',
          window: { interval: 1, unit: 'days' },
        },
      },
      'UNSUPPORTED_FEATURE overlay.frequency_cap.per',
    ],
    [
      {
        frequency_cap: {
          max_impressions: 3,
          per: 'accounts',
          window: { interval: 1, unit: 'campaign' },
        },
      },
      'UNSUPPORTED_FEATURE overlay.frequency_cap.window.unit',
    ],
    [
      { frequency_cap: { suppress: { interval: 90, unit: 'minutes' } } },
      'UNSUPPORTED_FEATURE overlay.frequency_cap.suppress',
    ],
  ])('that would not be honoured is refused: %j', (overlay, expected) => {
    expect(refused(overlay)).toBe(expected);
  });
});

describe('a product and an overlay', () => {
  const product = (include: Condition = {}, exclude: Condition = {}) => ({
    publishers: ['outdoors', 'cooking'],
    targeting: { include, exclude },
  });
  const combined = (include: Condition, overlay: object, exclude: Condition = {}) =>
    targetingOf({ ...overlay }, product(include, exclude), 'overlay').targeting;

  test('run where both let them, at the publishers of the product alone', () => {
    const include = {
      countries: ['DEU', 'AT'],
      publishers: ['cooking', 'gardens'],
      topics: ['food'],
    };
    const overlay = {
      geo_countries: ['DE', 'FR'],
      geo_countries_exclude: ['CH'],
      language: ['de'],
    };
    expect(combined(include, overlay, { countries: ['LI'] })).toEqual({
      include: { countries: ['DE'], publishers: ['cooking'], topics: ['food'], languages: ['de'] },
      exclude: { countries: ['LI', 'CH'] },
    });
  });

  test.each([
    [{ countries: ['DE'] }, { geo_countries: ['FR'] }, '.geo_countries'],
    [{ publishers: ['gardens'] }, {}, ''],
    [{ deviceTypes: [2] }, { device_type: ['mobile'] }, '.device_type'],
    [
      { hours: { from: 1, to: 5 } },
      { daypart_targets: [day(['monday'], 2, 7)] },
      '.daypart_targets',
    ],
    [
      { keywords: ['trail shoes'] },
      { keyword_targets: [{ keyword: 'boots', match_type: 'phrase' }] },
      '.keyword_targets',
    ],
  ] as const)(
    '%j with %j has nothing left, or nothing that can be asked for',
    (include, overlay, field) => {
      const made = attempt(() => combined(include as unknown as Condition, overlay));
      const errors = made instanceof Refused ? made.errors : [];
      expect(errors).toMatchObject([{ code: 'VALIDATION_ERROR', field: `overlay${field}` }]);
    },
  );
});
