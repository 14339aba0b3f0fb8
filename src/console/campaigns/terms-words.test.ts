import { expect, test } from 'bun:test';
import { campaignOf, creativeOf } from '../../../test/campaigns/test-support.ts';
import type { Campaign } from '../../demand/campaigns/campaign-schema.ts';
import { expectedSentence, termSentences } from './terms-words.ts';

const { cpm: _, ...UNPRICED } = campaignOf({ id: 'c' });
const creatives = [creativeOf({ id: 'a', weight: 6 }), creativeOf({ id: 'b' })];
const adjustments = [{ when: { hours: { from: 18, to: 22 } }, factor: 2 }];
const flight = { start: '2026-12-01', end: '2026-12-24' };
const frequency: Campaign['frequency'] = [
  { of: 'campaign', per: 'conversation', within: '1d', atMost: 1 },
  { of: 'advertiser', per: 'person', within: '7d', atMost: 3 },
];

test.each<[Partial<Campaign>, ...(readonly string[])]>([
  [{ cpm: 5 }, 'a CPM of $5.00', 'of UTC'],
  [
    { cpm: 5, adjustments, zone: 'Europe/Berlin' },
    'times 2 where the hour is 18 to 22',
    'of Europe/Berlin',
  ],
  [{ cpm: 5, flight }, 'from 2026-12-01 until 2026-12-24'],
  [{ cpm: 5, language: 'de' }, 'Its ads are in de'],
  [{ cpc: 0.5, riskMax: 30 }, '$0.50', 'charged by $30.00'],
  [{ cpa: 20, conversions: true }, '$20.00', 'the riskMax of the config', '7 days', 'parley_click'],
  [
    { cpm: 5, frequency },
    'one conversation at most once within 1d',
    'one person at most 3 times within 7d',
  ],
  [{ cpm: 5, creatives }, 'the first is shown'],
  [{ cpm: 5, creatives, rotation: 'weighted' }, 'by their weights: a 6, b 1'],
  [{ cpm: 5, creatives, rotation: 'best' }, 'most clicks'],
  [
    { cpm: 5, conversions: { windowDays: 1, parameter: 'cid' } },
    'for a day after the click',
    'as cid',
  ],
])('the terms of a campaign are in words: %j', (fields, ...words) => {
  const said = termSentences({ ...UNPRICED, ...fields }).join(' ');
  for (const part of words) expect(said).toContain(part);
});

test('what is expected of a campaign is told by a thousand impressions', () => {
  const expected = { clicks: 0.01234, conversions: 0.0004567 };
  expect(expectedSentence(expected, {})).toEndWith('bring 12.3 clicks.');
  expect(expectedSentence(expected, { conversions: true })).toContain('0.457 conversions');
});
