import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { account, BY_CLOCK, daily, total } from '../../../test/budgets/accounts.ts';
import { DAY_MS } from '../../lib/day.ts';
import { NO_ROW } from './budget-rows.ts';
import { SERVING_STATES, type StatusInput, statusOf } from './campaign-status.ts';
import type { Trials } from './supervisor-slices.ts';

const NOON_MS = Date.parse('2026-03-10T12:00:00Z');
const NOTHING = { micros: 0, impressions: 0 };
const EMPTY = { available: NOTHING, reserved: NOTHING };
const FULL = { available: { micros: 15_000, impressions: 3 }, reserved: NOTHING };

const trialsOf = (tried: number, misfit = 0, held: Partial<Trials['held']> = {}): Trials => ({
  tried,
  misfit,
  held: { slice: 0, budget: 0, pace: 0, ledger: 0, cap: 0, topic: 0, ...held },
});

const spent = (micros: number, impressions = 0) => ({
  ...NO_ROW,
  spentTotal: { micros, impressions },
  spentToday: { micros, impressions },
});

const inputWith = (change: Partial<StatusInput>): StatusInput => ({
  account: account({ money: total(1_000_000) }),
  row: NO_ROW,
  holdings: FULL,
  mayReserve: true,
  trials: trialsOf(9, 4),
  recent: trialsOf(9, 4),
  now: { ms: NOON_MS, shareOf: BY_CLOCK },
  ...change,
});

const even = account({ pacing: 'even', money: daily(1_000_000) });

const CASES: readonly [string, string, Partial<StatusInput>][] = [
  ['serving', 'serving', {}],
  ['serving', 'serving', { account: account(undefined), holdings: EMPTY, row: undefined }],
  [
    'flight-not-begun',
    'starts on 2026-03-11 12:00 UTC',
    { account: account({ money: total(1) }, { startMs: NOON_MS + DAY_MS }) },
  ],
  ['serving', 'serving', { account: account({ money: total(1e6) }, { startMs: NOON_MS }) }],
  [
    'flight-ended',
    'ended on 2026-03-10 12:00 UTC',
    { account: account(undefined, { endMs: NOON_MS }) },
  ],
  [
    'ledger-unreachable',
    'the ledger cannot be reached or is behind, so its budget cannot be checked',
    { row: undefined },
  ],
  [
    'ledger-unreachable',
    'the ledger cannot be reached or is behind, so its budget cannot be checked',
    { mayReserve: false },
  ],
  [
    'total-budget-reached',
    'budget used up: $0.995 of $1.00',
    { holdings: EMPTY, row: spent(995_001) },
  ],
  [
    'total-budget-reached',
    'budget used up: $0.90 of $1.00; the rest is reserved for ads already sold',
    { holdings: EMPTY, row: { ...spent(900_000), claimed: { micros: 100_000, impressions: 0 } } },
  ],
  [
    'daily-budget-reached',
    'budget of the day used up: $1.00 of $1.00 today; resumes at 2026-03-11 00:00 UTC',
    { account: even, holdings: EMPTY, row: spent(1_000_000) },
  ],
  [
    'impression-cap-reached',
    'impression cap reached: 7 of 7 shown',
    { account: account({ impressions: total(7) }), holdings: EMPTY, row: spent(0, 7) },
  ],
  [
    'impression-cap-reached',
    'impression cap of the day reached: 7 of 7 shown today; resumes at 2026-03-11 00:00 UTC',
    { account: account({ impressions: daily(7) }), holdings: EMPTY, row: spent(0, 7) },
  ],
  [
    'ahead-of-pace',
    'paced: $0.52 of $1.00 today; its even pace allows $0.52 by now, all of it billed or sold',
    { account: even, holdings: EMPTY, row: spent(520_000) },
  ],
  // The slice is filled within a second.
  ['serving', 'serving', { account: even, holdings: EMPTY, row: spent(510_000) }],
  [
    'creative-rejected',
    'matches, no creative fits: no creative has what publishers require, in 3 of 3 native requests',
    { trials: trialsOf(3, 3), recent: trialsOf(3, 3) },
  ],
  ['no-request-matched', 'no request matched yet', { trials: trialsOf(0), recent: trialsOf(0) }],
  [
    'held-back',
    'held back from 66 of the last 200 requests: 40 because it is ahead of its pace, ' +
      '26 because this machine’s part of its budget was used up for the moment',
    { recent: trialsOf(134, 0, { slice: 26, pace: 40 }) },
  ],
  // What it is about keeps it from others' conversations, as it should; from most, that is worth a word.
  ['serving', 'serving', { recent: trialsOf(50, 0, { topic: 50 }) }],
  [
    'held-back',
    'held back from 60 of the last 100 requests: 60 because the conversation is about something else',
    { recent: trialsOf(40, 0, { topic: 60 }) },
  ],
  // From a twentieth of them on, and not for a few.
  ['serving', 'serving', { recent: trialsOf(96, 0, { slice: 5 }) }],
  ['serving', 'serving', { recent: trialsOf(4, 0, { slice: 4 }) }],
  [
    'held-back',
    'held back from 5 of the last 100 requests: 5 because its budget could not be checked',
    { recent: trialsOf(95, 0, { ledger: 5 }) },
  ],
  [
    'held-back',
    'held back from 2 of the last 2 requests: 2 because this machine’s part of its budget was used up for the moment',
    { trials: trialsOf(0, 0, { slice: 2 }), recent: trialsOf(0, 0, { slice: 2 }) },
  ],
  // It has matched, long ago.
  ['serving', 'serving', { trials: trialsOf(0, 0, { slice: 2 }), recent: trialsOf(0) }],
  [
    'total-budget-reached',
    'budget used up: $1.00 of $1.00; held back from 3 of the last 7 requests',
    { holdings: EMPTY, row: spent(1_000_000), recent: trialsOf(4, 0, { budget: 3 }) },
  ],
];

test.each(CASES)('%s: %s', (state, sentence, change) => {
  expect(statusOf(inputWith(change))).toMatchObject({ state, sentence });
});

test('one micro below the price of an impression, a budget is reached; at the price it is not', () => {
  const at = (micros: number) => statusOf(inputWith({ holdings: EMPTY, row: spent(micros) })).state;
  expect(at(995_000)).toBe('serving');
  expect(at(995_001)).toBe('total-budget-reached');
});

test('an impression that is left is one that can be shown', () => {
  const capped = account({ impressions: total(7) });
  const at = (shown: number) =>
    statusOf(inputWith({ account: capped, holdings: EMPTY, row: spent(0, shown) })).state;
  expect([at(6), at(7)]).toEqual(['serving', 'impression-cap-reached']);
});

test('amounts are reported in USD beside their limits and the pace', () => {
  const both = account({
    pacing: 'even',
    money: { total: 5_000_000, daily: 1_000_000 },
    impressions: daily(1000),
  });
  const { money, impressions } = statusOf(inputWith({ account: both, row: spent(250_000, 50) }));
  expect(money).toEqual({
    spentTotal: 0.25,
    spentToday: 0.25,
    total: 5,
    daily: 1,
    allowedToday: 1,
    allowedByNow: 0.52,
  });
  expect(impressions).toEqual({
    spentTotal: 50,
    spentToday: 50,
    total: null,
    daily: 1000,
    allowedToday: 1000,
    allowedByNow: 520,
  });
});

test('the guide explains every state', () => {
  const guide = readFileSync(new URL('../../../docs/campaigns.md', import.meta.url), 'utf8');
  for (const state of SERVING_STATES) expect(guide).toContain(`| \`${state}\` |`);
});
