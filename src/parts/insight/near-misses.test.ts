import { expect, test } from 'bun:test';
import { campaignOf } from '../../../test/campaigns/test-support.ts';
import { NO_RULES } from '../../core/auction/rules.ts';
import { atOnce } from '../../lib/steps.ts';
import { findNearMisses, type KeptRequest } from './near-misses.ts';

const NATIVE = { request: '{"assets":[{"id":1,"title":{"len":90}}]}' };

type Asked = {
  readonly country?: string;
  readonly keywords?: string;
  readonly language?: string;
  readonly notAsked?: string;
};

function requestOf(atMs: number, asked: Asked, weight = 1): KeptRequest {
  const { country = 'DEU', language = 'de', notAsked = 'dsp' } = asked;
  const request = {
    id: 'sample',
    imp: [{ id: '1', native: NATIVE }],
    site: { publisher: { id: 'pub-1' }, content: { language }, keywords: asked.keywords },
    device: { geo: { country } },
  };
  const text = JSON.stringify({ request, bids: [], notAsked: [notAsked] });
  return { text, atMs, weight, requestId: null };
}

const CAMPAIGN = campaignOf({
  id: 'c',
  targeting: {
    include: { countries: ['DE'], languages: ['de'], interests: ['tents'] },
    exclude: { publishers: ['pub-9'] },
  },
});

const terms = {
  rulesOf: () => NO_RULES,
  rates: new Map(),
  defaultType: 1 as const,
  chance: () => 0,
};

const found = (requests: readonly KeptRequest[], isOver = () => false) =>
  atOnce(findNearMisses(requests, { partner: 'own', campaign: CAMPAIGN }, terms, isOver));

test('a request that fails one condition alone is counted for it, by what it stands for', () => {
  const { looked, byField, last } = found([
    requestOf(1, { country: 'FRA' }, 3),
    requestOf(2, { language: 'fr' }),
    // It matches, fails two, or the partner could not be asked.
    requestOf(3, {}),
    requestOf(4, { country: 'FRA', language: 'fr' }),
    requestOf(5, { country: 'FRA', notAsked: 'own' }),
  ]);
  expect(looked).toBe(7);
  expect([...byField]).toEqual([
    ['targeting.include.countries', 3],
    ['targeting.include.languages', 1],
  ]);
  expect(last.map(({ atMs, field }) => [atMs, field])).toEqual([
    [2, 'targeting.include.languages'],
    [1, 'targeting.include.countries'],
  ]);
});
