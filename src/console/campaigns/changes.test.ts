import { expect, test } from 'bun:test';
import { wayBack } from './actions.tsx';
import type { CampaignDocument } from './api.ts';
import { pendingSentence, waitingSentence } from './changes.tsx';

const approved = { creative: 'b', state: 'approved', reason: '' } as const;
const waiting = { creative: 'a', state: 'waiting', reason: '' } as const;
const rejected = { creative: 'a', state: 'rejected', reason: 'too loud' } as const;

const sentenceOf = (state: CampaignDocument['state'], reviews: CampaignDocument['reviews']) =>
  pendingSentence({ state, reviews });

test('a change that waits is said to wait while the approved version serves', () => {
  expect(sentenceOf('active', [waiting, approved])).toBe(
    'The approved version is serving; the change waits for approval.',
  );
});

test('a change that was rejected has its reason', () => {
  expect(sentenceOf('active', [rejected, approved])).toBe(
    'The approved version is serving; the change was rejected (a: too loud).',
  );
});

test('nothing is said to serve in a campaign that does not run', () => {
  expect(sentenceOf('paused', [waiting])).toBe(
    'Only the approved version serves when the campaign runs; the change waits for approval.',
  );
});

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
  expect(saidOf({}, { advertiser: 'Bob' })).toStartWith(
    'The approved version goes on serving until',
  );
  expect(saidOf({ state: 'paused' }, { advertiser: 'Bob' })).toStartWith(
    'The approved version stays approved until',
  );
  expect(saidOf({ approved: null }, { advertiser: 'Bob' })).toBe(
    'The change serves once somebody has approved it.',
  );
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
