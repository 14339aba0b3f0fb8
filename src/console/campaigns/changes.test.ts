import { expect, test } from 'bun:test';
import { wayBack } from './actions.tsx';
import type { CampaignDocument } from './api.ts';
import { pendingSentence, waitingSentence } from './changes.tsx';

const approved = { creative: 'b', state: 'approved', reason: '' } as const;
const waiting = { creative: 'a', state: 'waiting', reason: '' } as const;
const rejected = { creative: 'a', state: 'rejected', reason: 'too loud' } as const;

const sentenceOf = (state: CampaignDocument['state'], reviews: CampaignDocument['reviews']) =>
  pendingSentence({ state, reviews });

test.each([
  ['active', waiting, 'is serving; the change waits'],
  ['active', rejected, 'the change was rejected (a: too loud)'],
  ['paused', waiting, 'Only the approved version serves when the campaign runs'],
] as const)(
  'of an %s campaign it is said what serves, and what waits: %j',
  (state, review, words) => {
    expect(sentenceOf(state, [review, approved])).toContain(words);
  },
);

const CAMPAIGN = { id: 'a', advertiser: 'Ann', domain: 'ann.example', cpm: 5, creatives: [] };

const saidOf = (fields: Partial<CampaignDocument>, draft: object) =>
  waitingSentence(
    {
      needsApproval: true,
      approved: CAMPAIGN,
      state: 'active',
      campaign: CAMPAIGN,
      ...fields,
    } as unknown as CampaignDocument,
    { ...CAMPAIGN, ...draft },
  );

test('a change of what readers see is said to wait before it is saved, and a change of the price is not', () => {
  expect(saidOf({}, { advertiser: 'Bob' })).toContain('goes on serving');
  expect(saidOf({ state: 'paused' }, { advertiser: 'Bob' })).toContain('stays approved');
  expect(saidOf({ approved: null }, { advertiser: 'Bob' })).toContain('once somebody has approved');
  expect(saidOf({}, { cpm: 6, budget: { daily: 3 } })).toBeUndefined();
  expect(saidOf({}, {})).toBeUndefined();
  expect(saidOf({ needsApproval: false }, { advertiser: 'Bob' })).toBeUndefined();
});

test('every change of a state has a way back, and what was started is no draft again', () => {
  expect(wayBack('active', 'paused')).toEqual(['active']);
  expect(wayBack('paused', 'active')).toEqual(['paused']);
  expect(wayBack('draft', 'active')).toEqual(['paused']);
  expect(wayBack('active', 'archived')).toEqual(['paused', 'active']);
  expect(wayBack('draft', 'archived')).toEqual(['draft']);
  expect(wayBack('archived', 'draft')).toEqual(['archived']);
});
