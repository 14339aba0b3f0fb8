import { expect, test } from 'bun:test';
import type { PartnerRow } from '../api.ts';
import { healthOf } from './health.ts';

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
