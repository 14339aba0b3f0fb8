import { expect, test } from 'bun:test';
import type { BuyPackage, MediaBuy } from '../records/buy-record.ts';
import type { LibraryCreative } from '../records/creative-record.ts';
import { statusOf } from './status.ts';

const line = (more: Partial<BuyPackage> = {}): BuyPackage => ({
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

type Terms = Partial<MediaBuy['definition']> & { readonly state?: MediaBuy['state'] };

const PAUSED = { isPaused: true };
const CANCELED = { canceled: { atMs: 0, reason: '' } };
const UNSHOWN = { assignments: [{ creativeId: 'c', weight: 0 }] };

/** Of a buy from 1000 to 5000, by the state of its creative; undefined: there is none. */
test.each([
  ['pending_creatives', {}, 0, undefined],
  ['pending_creatives', {}, 2000, 'archived'],
  ['pending_creatives', { packages: [line(UNSHOWN)] }, 2000, 'kept'],
  ['pending_creatives', PAUSED, 2000, undefined],
  ['pending_start', {}, 999, 'kept'],
  ['pending_start', PAUSED, 999, 'kept'],
  ['active', {}, 1000, 'kept'],
  ['paused', PAUSED, 2000, 'kept'],
  ['paused', { packages: [line(PAUSED)] }, 2000, 'kept'],
  ['active', { packages: [line(PAUSED), line()] }, 2000, 'kept'],
  ['completed', {}, 5000, 'kept'],
  ['completed', {}, 5000, undefined],
  ['active', { packages: [line({ endMs: 1500 }), line()] }, 2000, 'kept'],
  ['canceled', { state: 'canceled' }, 2000, 'kept'],
  ['canceled', { packages: [line(CANCELED)] }, 2000, 'kept'],
  ['rejected', { state: 'rejected' }, 2000, 'kept'],
] as readonly (readonly [string, Terms, number, LibraryCreative['state'] | undefined])[])(
  'a media buy is %s: %j at %d with a creative that is %s',
  (status, { state = 'open', ...more }, nowMs, creative) => {
    const definition: MediaBuy['definition'] = {
      brand: { domain: 'nova.example' },
      startMs: 1000,
      endMs: 5000,
      packages: [line()],
      isPaused: false,
      rejectedFor: '',
      confirmedMs: 0,
      echoed: {},
      ...more,
    };
    const library = new Map(creative && [['c', { state: creative } as LibraryCreative]]);
    expect(statusOf({ state, definition }, library, nowMs)).toBe(status as never);
  },
);
