import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { account, BY_CLOCK } from '../../../test/budgets/accounts.ts';
import { DAY_MS } from '../../lib/day.ts';
import type { Account, Limit, Pacing } from './account.ts';
import { paceOf } from './pacing.ts';

const DAY_START_MS = 20_000 * DAY_MS;
const NOON_MS = DAY_START_MS + DAY_MS / 2;
const ALWAYS = { startMs: Number.NEGATIVE_INFINITY, endMs: Number.POSITIVE_INFINITY };

type PaceQuestion = {
  readonly flight: Pick<Account, 'startMs' | 'endMs'>;
  readonly pacing: Pacing;
  readonly limit: Limit;
  /** Includes today. */
  readonly spentTotal: number;
  readonly spentToday: number;
  readonly nowMs: number;
  readonly zone?: string;
  /** When it was first seen. */
  readonly sinceMs?: number;
};

const paceWith = (asked: PaceQuestion) => {
  const { flight, pacing, limit, spentTotal, spentToday, nowMs, zone = 'UTC', sinceMs } = asked;
  const spent = {
    sinceMs,
    spentTotal: { micros: spentTotal, impressions: 0 },
    spentToday: { micros: spentToday, impressions: 0 },
  };
  return paceOf(account({ pacing, money: limit }, { ...flight, zone }), 'micros', spent, {
    ms: nowMs,
    shareOf: BY_CLOCK,
  });
};

const ask = (change: Partial<PaceQuestion>): PaceQuestion => ({
  flight: ALWAYS,
  pacing: 'even',
  limit: { total: undefined, daily: 100_000 },
  spentTotal: 0,
  spentToday: 0,
  nowMs: NOON_MS,
  ...change,
});

describe('even pacing', () => {
  test('allows the share of the day that is over, and a head start', () => {
    expect(paceWith(ask({ nowMs: DAY_START_MS })).allowed).toBe(2000);
    expect(paceWith(ask({})).allowed).toBe(52_000);
    expect(paceWith(ask({ nowMs: DAY_START_MS + DAY_MS - 1 })).allowed).toBe(100_000);
  });

  test('counts from the start of a flight that begins today, and to the end of one that ends today', () => {
    const afternoon = { startMs: NOON_MS, endMs: Number.POSITIVE_INFINITY };
    expect(paceWith(ask({ flight: afternoon })).allowed).toBe(2000);
    const morning = { startMs: Number.NEGATIVE_INFINITY, endMs: NOON_MS };
    expect(paceWith(ask({ flight: morning, nowMs: DAY_START_MS + DAY_MS / 4 })).allowed).toBe(
      52_000,
    );
    expect(paceWith(ask({ flight: morning, nowMs: NOON_MS - 1 })).allowed).toBe(100_000);
  });

  test('counts from the moment at which the campaign was first seen, on that day', () => {
    const sinceMs = NOON_MS;
    const allowedAt = (nowMs: number) => paceWith(ask({ nowMs, sinceMs })).allowed;
    expect(allowedAt(NOON_MS)).toBe(2000);
    expect(allowedAt(NOON_MS + DAY_MS / 4)).toBe(52_000);
    expect(allowedAt(NOON_MS + DAY_MS / 2 - 1)).toBe(100_000);
    expect(allowedAt(NOON_MS + DAY_MS)).toBe(52_000);
    const flight = { startMs: DAY_START_MS, endMs: DAY_START_MS + 2 * DAY_MS };
    const limit = { total: 30_000, daily: undefined };
    expect(paceWith(ask({ flight, limit, sinceMs })).today).toBe(10_000);
  });

  test('spreads what is left of a total over what is left of the flight', () => {
    const flight = { startMs: DAY_START_MS - DAY_MS, endMs: DAY_START_MS + 4 * DAY_MS };
    const limit = { total: 50_000, daily: undefined };
    const spent = { spentTotal: 12_000, spentToday: 2000 };
    expect(paceWith(ask({ flight, limit, ...spent })).today).toBe(10_000);
    expect(paceWith(ask({ flight, limit: { ...limit, daily: 7000 }, ...spent })).today).toBe(7000);
  });

  test('lets a total without an end go as fast as it can', () => {
    const limit = { total: 50_000, daily: undefined };
    expect(paceWith(ask({ limit })).allowed).toBe(Number.POSITIVE_INFINITY);
  });
});

test('asap allows a whole day at once', () => {
  expect(paceWith(ask({ pacing: 'asap', nowMs: DAY_START_MS })).allowed).toBe(100_000);
});

describe('whatever the campaign', () => {
  const instant = fc.integer({ min: DAY_START_MS - 5 * DAY_MS, max: DAY_START_MS + 5 * DAY_MS });
  const limit = fc.option(fc.integer({ min: 1, max: 1e15 }), { nil: undefined });
  const question = fc
    .record({
      startMs: fc.oneof(instant, fc.constant(Number.NEGATIVE_INFINITY)),
      endMs: fc.oneof(instant, fc.constant(Number.POSITIVE_INFINITY)),
      pacing: fc.constantFrom('even' as const, 'asap' as const),
      limit: fc.record({ total: limit, daily: limit }),
      spentTotal: fc.integer({ min: 0, max: 1e15 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      nowMs: instant,
    })
    .filter(({ startMs, endMs }) => startMs < endMs)
    .map(({ startMs, endMs, share, ...rest }) => ({
      ...rest,
      flight: { startMs, endMs },
      spentToday: Math.floor(rest.spentTotal * share),
    }));

  test('what is allowed is never negative, never above a limit, and whole or infinite', () => {
    fc.assert(
      fc.property(question, (asked) => {
        const { allowed, today } = paceWith(asked);
        const { daily = Number.POSITIVE_INFINITY, total } = asked.limit;
        expect(allowed).toBeGreaterThanOrEqual(0);
        expect(allowed).toBeLessThanOrEqual(today);
        expect(today).toBeLessThanOrEqual(daily);
        expect(Number.isInteger(allowed) || allowed === Number.POSITIVE_INFINITY).toBeTrue();
        const isSpread = asked.pacing === 'even' && Number.isFinite(asked.flight.endMs);
        if (total !== undefined && isSpread && asked.flight.endMs > asked.nowMs) {
          expect(today).toBeLessThanOrEqual(total);
        }
      }),
    );
  });
});
