import { describe, expect, test } from 'bun:test';
import type { BuyPackage, MediaBuy } from '../records/buy-record.ts';
import type { LibraryCreative } from '../records/creative-record.ts';
import { statusOf, validActions } from './status.ts';

const START_MS = 1000;
const END_MS = 5000;

const lineOf = (more: Partial<BuyPackage> = {}): BuyPackage => ({
  id: 'p',
  productId: 'chats',
  pricingOptionId: 'cpm_auction',
  model: 'cpm',
  bidUsd: 4,
  budgetUsd: 100,
  pacing: 'even',
  isPaused: false,
  echoed: {},
  assignments: [{ creativeId: 'c' }],
  dayExposure: { day: '', usd: 0 },
  ...more,
});

const KEPT = new Map([['c', { state: 'kept' } as LibraryCreative]]);
const ARCHIVED = new Map([['c', { state: 'archived' } as LibraryCreative]]);
const CANCELED = { atMs: 0, reason: '' };

type Terms = Partial<MediaBuy['definition']> & { readonly state?: MediaBuy['state'] };

function status({ state = 'open', ...more }: Terms, nowMs = 2000, library = KEPT) {
  const definition: MediaBuy['definition'] = {
    brand: { domain: 'nova.example' },
    startMs: START_MS,
    endMs: END_MS,
    packages: [lineOf()],
    isPaused: false,
    rejectedFor: '',
    confirmedMs: 0,
    echoed: {},
    ...more,
  };
  return statusOf({ state, definition }, library, nowMs);
}

describe('a media buy is', () => {
  test('pending_creatives while the library has nothing that a package may show', () => {
    expect(status({}, 0, new Map())).toBe('pending_creatives');
    expect(status({}, 2000, ARCHIVED)).toBe('pending_creatives');
    expect(status({ packages: [lineOf({ assignments: [{ creativeId: 'c', weight: 0 }] })] })).toBe(
      'pending_creatives',
    );
    expect(status({ isPaused: true }, 2000, new Map())).toBe('pending_creatives');
  });

  test('pending_start until its flight begins, paused or not', () => {
    expect(status({}, 999)).toBe('pending_start');
    expect(status({ isPaused: true }, 999)).toBe('pending_start');
    expect(status({}, 1000)).toBe('active');
  });

  test('paused where it is, or all of its packages are', () => {
    expect(status({ isPaused: true })).toBe('paused');
    expect(status({ packages: [lineOf({ isPaused: true })] })).toBe('paused');
    expect(status({ packages: [lineOf({ isPaused: true }), lineOf()] })).toBe('active');
  });

  test('completed once its flight and those of its packages have ended', () => {
    expect(status({}, 5000)).toBe('completed');
    expect(status({}, 5000, new Map())).toBe('completed');
    expect(status({ packages: [lineOf({ endMs: 1500 }), lineOf()] })).toBe('active');
  });

  test('canceled, rejected, or what a test controller has said', () => {
    expect(status({ state: 'canceled' })).toBe('canceled');
    expect(status({ packages: [lineOf({ canceled: CANCELED })] })).toBe('canceled');
    expect(status({ state: 'rejected' })).toBe('rejected');
    expect(status({ forced: 'completed' })).toBe('completed');
  });
});

test('what a buyer can do is in the words of its version, and nothing in a final state', () => {
  const actions = (isPaused: boolean, version: '3.0' | '3.1' | '3.2') =>
    validActions({ definition: { isPaused } as MediaBuy['definition'] }, 'active', version);
  expect(actions(false, '3.0')).toEqual([
    'pause',
    'cancel',
    'update_budget',
    'update_dates',
    'update_packages',
    'add_packages',
    'sync_creatives',
  ]);
  expect(actions(true, '3.1')).toContain('resume');
  expect(actions(false, '3.1')).not.toContain('update_bidding');
  expect(actions(false, '3.2')).toContain('update_bidding');
  const final = { definition: {} as MediaBuy['definition'] };
  expect(validActions(final, 'canceled', '3.2')).toEqual([]);
});
