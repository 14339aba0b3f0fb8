import { describe, expect, test } from 'bun:test';
import type { Condition } from '../../demand/condition-schema.ts';
import { attempt, Refused } from './errors.ts';
import { combinedTargeting, readOverlay } from './targeting.ts';

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
      daypart_targets: [day(['monday', 'tuesday'], 9, 12), day(['tuesday', 'monday'], 12, 17)],
      frequency_cap: {
        suppress: { interval: 120, unit: 'minutes' },
        max_impressions: 5,
        per: 'individuals',
        window: { interval: 7, unit: 'days' },
      },
      property_list: null,
    });
    expect(include).toEqual({
      countries: ['DE', 'AT'],
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
    [{ geo_countries: ['XX'] }, 'VALIDATION_ERROR overlay.geo_countries[0]'],
    [{ geo_countries: [] }, 'VALIDATION_ERROR overlay.geo_countries'],
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
      'VALIDATION_ERROR overlay.negative_keywords[0].keyword',
    ],
    [
      { daypart_targets: [{ days: ['monday'], start_hour: 1, end_hour: 2 }] },
      'UNSUPPORTED_FEATURE overlay.daypart_targets[0].timezone',
    ],
    [
      { daypart_targets: [day(['monday'], 1, 2), day(['tuesday'], 2, 3)] },
      'UNSUPPORTED_FEATURE overlay.daypart_targets',
    ],
    [
      { daypart_targets: [day(['monday'], 1, 2), day(['monday'], 3, 4)] },
      'UNSUPPORTED_FEATURE overlay.daypart_targets',
    ],
    [{ daypart_targets: [day(['monday'], 5, 5)] }, 'VALIDATION_ERROR overlay.daypart_targets[0]'],
    [{ frequency_cap: {} }, 'VALIDATION_ERROR overlay.frequency_cap'],
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
      'UNSUPPORTED_FEATURE overlay.frequency_cap.window',
    ],
    [
      { frequency_cap: { suppress_minutes: 90 } },
      'UNSUPPORTED_FEATURE overlay.frequency_cap.suppress_minutes',
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
    combinedTargeting(product(include, exclude), read(overlay));

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
    [{ countries: ['DE'] }, { geo_countries: ['FR'] }, 'countries'],
    [{ publishers: ['gardens'] }, {}, 'publishers'],
    [{ deviceTypes: [2] }, { device_type: ['mobile'] }, 'deviceTypes'],
    [{ hours: { from: 1, to: 5 } }, { daypart_targets: [day(['monday'], 6, 7)] }, 'hours'],
    [{ hours: { from: 22, to: 4 } }, { daypart_targets: [day(['monday'], 3, 23)] }, 'hours'],
    [
      { keywords: ['trail shoes'] },
      { keyword_targets: [{ keyword: 'boots', match_type: 'phrase' }] },
      'keywords',
    ],
  ] as const)(
    '%j with %j has nothing left, or nothing that can be asked for',
    (include, overlay, dimension) => {
      expect(combined(include as unknown as Condition, overlay)).toMatchObject({ dimension });
    },
  );

  test('share keywords where one list has all of the other', () => {
    const few = [{ keyword: 'Trail  shoes', match_type: 'phrase' }];
    const many = [...few, { keyword: 'boots', match_type: 'phrase' }];
    expect(combined({ keywords: ['trail shoes', 'hats'] }, { keyword_targets: few })).toMatchObject(
      {
        include: { keywords: ['Trail  shoes'] },
      },
    );
    expect(combined({ keywords: ['boots'] }, { keyword_targets: many })).toMatchObject({
      include: { keywords: ['boots'] },
    });
  });
});
