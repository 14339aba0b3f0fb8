import { expect, test } from 'bun:test';
import { account, BY_CLOCK, daily, total } from '../../../test/budgets/accounts.ts';
import { DAY_MS } from '../../lib/day.ts';
import { NO_ROW } from './budget-rows.ts';
import { type StatusInput, statusOf } from './campaign-status.ts';
import type { Trials } from './portion-memory.ts';

const NOON_MS = Date.parse('2026-03-10T12:00:00Z');
const NOTHING = { micros: 0, impressions: 0 };
const FULL = { micros: 15_000, impressions: 3 };

const trialsOf = (tried: number, misfit = 0, held: Partial<Trials['held']> = {}): Trials => ({
  tried,
  misfit,
  held: { portion: 0, budget: 0, pace: 0, ledger: 0, cap: 0, topic: 0, ...held },
});

const spent = (micros: number, impressions = 0) => ({
  ...NO_ROW,
  spentTotal: { micros, impressions },
  spentToday: { micros, impressions },
});

const inputWith = (change: Partial<StatusInput>): StatusInput => ({
  account: account({ money: total(1_000_000) }),
  row: NO_ROW,
  left: FULL,
  isChecked: true,
  trials: trialsOf(9, 4),
  recent: trialsOf(9, 4),
  now: { ms: NOON_MS, shareOf: BY_CLOCK },
  ...change,
});

const even = account({ pacing: 'even', money: daily(1_000_000) });

type Case = readonly [state: string, change: Partial<StatusInput>, said?: string];

const CASES: readonly Case[] = [
  ['serving', {}, 'serving'],
  ['serving', { account: account(undefined), left: NOTHING, row: undefined }],
  [
    'flight-not-begun',
    { account: account({ money: total(1) }, { startMs: NOON_MS + DAY_MS }) },
    '2026-03-11 12:00 UTC',
  ],
  ['serving', { account: account({ money: total(1e6) }, { startMs: NOON_MS }) }],
  ['flight-ended', { account: account(undefined, { endMs: NOON_MS }) }, '2026-03-10 12:00 UTC'],
  ['ledger-unreachable', { row: undefined }],
  ['ledger-unreachable', { isChecked: false }],
  ['total-budget-reached', { left: NOTHING, row: spent(995_001) }, '$0.995 of $1.00'],
  [
    'total-budget-reached',
    { left: NOTHING, row: { ...spent(900_000), held: { micros: 100_000, impressions: 0 } } },
    'reserved for ads already sold',
  ],
  [
    'daily-budget-reached',
    { account: even, left: NOTHING, row: spent(1_000_000) },
    'resumes at 2026-03-11 00:00 UTC',
  ],
  [
    'impression-cap-reached',
    { account: account({ impressions: total(7) }), left: NOTHING, row: spent(0, 7) },
    '7 of 7 shown',
  ],
  [
    'impression-cap-reached',
    { account: account({ impressions: daily(7) }), left: NOTHING, row: spent(0, 7) },
    'resumes at 2026-03-11 00:00 UTC',
  ],
  ['ahead-of-pace', { account: even, left: NOTHING, row: spent(520_000) }, 'allows $0.52'],
  // The slice is filled within a second.
  ['serving', { account: even, left: NOTHING, row: spent(510_000) }],
  ['creative-rejected', { trials: trialsOf(3, 3), recent: trialsOf(3, 3) }, '3 of 3'],
  ['no-request-matched', { trials: trialsOf(0), recent: trialsOf(0) }],
  ['held-back', { recent: trialsOf(134, 0, { portion: 26, pace: 40 }) }, '66 of the last 200'],
  // What it is about keeps it from others' conversations, as it should; from most, that is worth a word.
  ['serving', { recent: trialsOf(50, 0, { topic: 50 }) }],
  ['held-back', { recent: trialsOf(40, 0, { topic: 60 }) }, '60 of the last 100'],
  // From a twentieth of them on, and not for a few.
  ['serving', { recent: trialsOf(96, 0, { portion: 5 }) }],
  ['serving', { recent: trialsOf(4, 0, { portion: 4 }) }],
  ['held-back', { recent: trialsOf(95, 0, { ledger: 5 }) }, '5 of the last 100'],
  ['held-back', { trials: trialsOf(0, 0, { portion: 2 }), recent: trialsOf(0, 0, { portion: 2 }) }],
  // It has matched, long ago.
  ['serving', { trials: trialsOf(0, 0, { portion: 2 }), recent: trialsOf(0) }],
  [
    'total-budget-reached',
    { left: NOTHING, row: spent(1_000_000), recent: trialsOf(4, 0, { budget: 3 }) },
    'held back from 3 of the last 7',
  ],
];

test.each(CASES)('%s', (state, change, said = '') => {
  expect(statusOf(inputWith(change))).toMatchObject({
    state,
    sentence: expect.stringContaining(said),
  });
});

test('one micro below the price of an impression, a budget is reached; at the price it is not', () => {
  const at = (micros: number) => statusOf(inputWith({ left: NOTHING, row: spent(micros) })).state;
  expect(at(995_000)).toBe('serving');
  expect(at(995_001)).toBe('total-budget-reached');
});
