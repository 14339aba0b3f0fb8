import { expect, test } from 'bun:test';
import type { CampaignDocument } from './api.ts';
import { pendingSentence } from './changes.tsx';

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
