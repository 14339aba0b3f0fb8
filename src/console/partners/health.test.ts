import { expect, test } from 'bun:test';
import type { PartnerRow } from '../api.ts';
import { healthOf, lossesOf } from './health.ts';

const ROW: PartnerRow = {
  name: 'p',
  kind: 'openrtb',
  isPaused: false,
  pausedBy: null,
  breaker: 'closed',
  qpsNow: 0,
  qpsMax: null,
  asked: 100,
  answered: 100,
  answeredWithBids: 0,
  outbid: 0,
  bids: 0,
  wins: 0,
  timeouts: 0,
  skipped: [],
  drops: [],
  p50Ms: 1,
  p95Ms: 1,
  latencyByMinuteMs: [],
};

const CASES: readonly (readonly [Partial<PartnerRow>, string])[] = [
  [{}, 'Healthy'],
  [{ timeouts: 5, answered: 95 }, 'Healthy'],
  [{ timeouts: 6, answered: 94 }, '6 % of the answers are too late'],
  [{ answered: 94 }, '6 % of the calls fail'],
  // A partner that fails is not called slow because it is also late now and then.
  [{ timeouts: 8, answered: 35 }, '57 % of the calls fail'],
  [{ timeouts: 57, answered: 35 }, '57 % of the answers are too late'],
  [{ asked: 0, answered: 0 }, 'Not asked lately'],
  [{ breaker: 'half-open', timeouts: 50 }, 'Being tried again'],
  [{ breaker: 'open' }, 'Circuit breaker open after too many failures'],
  [{ breaker: 'open', isPaused: true, pausedBy: 'ada' }, 'Paused by ada'],
];

test('the health of a partner is its worst state', () => {
  for (const [change, words] of CASES) expect(healthOf({ ...ROW, ...change }).words).toBe(words);
});

test('what a partner loses is named in short, and leads to its auctions', () => {
  const row = {
    ...ROW,
    answered: 90,
    timeouts: 4,
    outbid: 2,
    skipped: [{ reason: 'breaker-open', count: 7 }],
    drops: ['below-floor', 'no-markup', 'x', 'y', 'z'].map((reason) => ({ reason, count: 1 })),
  };
  expect(lossesOf(row).map(({ times, words }) => `${times} ${words}`)).toEqual([
    '7 not asked: breaker open',
    '4 too late',
    '6 failed or unreadable',
    '1 dropped: below the floor',
    '1 dropped: lost (no-markup)',
    '1 dropped: lost (x)',
    '2 for other reasons',
    '2 outbid',
  ]);
  const answers = lossesOf(row).flatMap(({ answer }) => answer ?? []);
  expect(answers.join()).toBe('skipped,timeout,failed');
  expect(lossesOf(ROW)).toEqual([]);
});
