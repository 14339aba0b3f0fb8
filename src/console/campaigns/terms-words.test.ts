import { describe, expect, test } from 'bun:test';
import { campaignOf, creativeOf } from '../../../test/campaigns/test-support.ts';
import type { Campaign } from '../../demand/campaigns/campaign-schema.ts';
import { expectedSentence, termSentences } from './terms-words.ts';

const { cpm: _, ...UNPRICED } = campaignOf({ id: 'c' });
const termsOf = (fields: Partial<Campaign>) => termSentences({ ...UNPRICED, cpm: 5, ...fields });
const paying = (fields: Partial<Campaign>) => termSentences({ ...UNPRICED, ...fields });

describe('the terms of a campaign in words', () => {
  test('are its price and its days, where it has nothing else', () => {
    expect(termsOf({})).toEqual(['It pays a CPM of $5.00.', 'Its days and hours are of UTC.']);
  });

  test('have its flight, and days and hours in its time zone', () => {
    const adjustments = [{ when: { hours: { from: 18, to: 22 } }, factor: 2 }];
    const flight = { start: '2026-12-01', end: '2026-12-24' };
    expect(termsOf({ adjustments, flight, zone: 'Europe/Berlin' })).toEqual([
      'It pays a CPM of $5.00, times 2 where the hour is 18 to 22 (Europe/Berlin).',
      'It runs from 2026-12-01 until 2026-12-24.',
      'Its days and hours are of Europe/Berlin.',
    ]);
  });

  test('have the language of its ads', () => {
    expect(termsOf({ language: 'de' })).toContain(
      'Its ads are in de: it does not run where the conversation is in another language.',
    );
  });

  test('name the risk of one that pays for clicks or conversions', () => {
    expect(paying({ cpc: 0.5, riskMax: 30 })).toContain(
      'It stops when publishers were owed more than it was charged by $30.00.',
    );
    expect(paying({ cpa: 20, conversions: true })).toContain(
      'It stops when publishers were owed more than it was charged by the riskMax of the config.',
    );
  });

  test('name every frequency cap', () => {
    const frequency: Campaign['frequency'] = [
      { of: 'campaign', per: 'conversation', within: '1d', atMost: 1 },
      { of: 'advertiser', per: 'person', within: '7d', atMost: 3 },
    ];
    expect(termsOf({ frequency }).slice(2)).toEqual([
      'It is shown in one conversation at most once within 1d.',
      'All ads of its advertiser together are shown to one person at most 3 times within 7d.',
    ]);
  });

  test('say which of several ads is shown', () => {
    const creatives = [creativeOf({ id: 'a', weight: 6 }), creativeOf({ id: 'b' })];
    const said = (fields: Partial<Campaign>) => termsOf({ creatives, ...fields })[2];
    expect(said({})).toBe('Of its ads that fit, the first is shown.');
    expect(said({ rotation: 'even' })).toBe('All of its ads that fit are shown alike.');
    expect(said({ rotation: 'weighted' })).toBe(
      'Its ads that fit are shown by their weights: a 6, b 1.',
    );
    expect(said({ rotation: 'best' })).toBe(
      'Of its ads that fit, the one that brings most clicks is shown.',
    );
  });

  test('name the window of conversions and the parameter of the links', () => {
    const said = (conversions: NonNullable<Campaign['conversions']>) => termsOf({ conversions })[2];
    expect(said(true)).toBe(
      'Conversions count for 7 days after the click. Its links get a click id as parley_click.',
    );
    expect(said({ windowDays: 1, parameter: 'cid' })).toBe(
      'Conversions count for a day after the click. Its links get a click id as cid.',
    );
    expect(said(false)).toBeUndefined();
  });
});

test('what is expected of a campaign is told by a thousand impressions', () => {
  const expected = { clicks: 0.01234, conversions: 0.0004567 };
  expect(expectedSentence(expected, {})).toBe(
    'By what was learned, a thousand impressions bring 12.3 clicks.',
  );
  expect(expectedSentence(expected, { conversions: true })).toBe(
    'By what was learned, a thousand impressions bring 12.3 clicks and 0.457 conversions.',
  );
});
