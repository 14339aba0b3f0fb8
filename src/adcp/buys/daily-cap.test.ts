import { describe, expect, test } from 'bun:test';
import type { BuyPackage, MediaBuy } from '../records/buy-record.ts';
import { assignedCapUsd, dayAboveCap } from './daily-cap.ts';

const DAY_MS = 86_400_000;
const NOON_MS = Date.parse('2027-03-01T12:00:00Z');
const TODAY = Math.floor(NOON_MS / DAY_MS);

const lineOf = (more: Partial<BuyPackage> = {}): BuyPackage => ({
  id: 'p',
  productId: 'chats',
  pricingOptionId: 'cpm_auction',
  model: 'cpm',
  bidUsd: 4,
  budgetUsd: 100,
  pacing: 'even',
  assignments: [],
  isPaused: false,
  echoed: {},
  dayExposure: { day: '', usd: 0 },
  ...more,
});

const BUY: Pick<MediaBuy, 'state' | 'definition'> = {
  state: 'open',
  definition: {
    brand: { domain: 'nova.example' },
    startMs: NOON_MS,
    endMs: NOON_MS + 3 * DAY_MS,
    packages: [],
    isPaused: false,
    rejectedFor: '',
    confirmedMs: NOON_MS,
    echoed: {},
  },
};

describe('the cap of a buyer', () => {
  const on = (day: number, usd: number, days = 1) => ({
    fromDay: TODAY + day,
    toDay: TODAY + day + days - 1,
    micros: usd * 1e6,
  });

  test('is held on every day, also on one that is to come', () => {
    const others = [on(0, 40), on(2, 60, 2)];
    const change = (after: ReturnType<typeof on>) => ({ others, before: [], after: [after] });
    expect(dayAboveCap(change(on(0, 60)), 100)).toBeUndefined();
    expect(dayAboveCap(change(on(0, 60.01)), 100)).toEqual({ day: '2027-03-01', usd: 100.01 });
    expect(dayAboveCap(change(on(1, 41, 3)), 100)).toEqual({ day: '2027-03-03', usd: 101 });
  });

  test('allows whatever raises no day, so that a cap that was lowered keeps nobody from stopping', () => {
    const change = { others: [on(0, 500)], before: [on(0, 50)], after: [on(0, 20)] };
    expect(dayAboveCap(change, 100)).toBeUndefined();
    expect(dayAboveCap({ ...change, after: [on(0, 51)] }, 100)).toMatchObject({ usd: 551 });
  });

  test('gives a package an even share of its budget in cents, rounded up, or what others leave', () => {
    const others = [on(0, 30), on(2, 70)];
    const terms = { others, capUsd: 80, keptUsd: undefined, nowMs: NOON_MS };
    expect(assignedCapUsd(BUY, lineOf(), terms)).toBe(25);
    expect(assignedCapUsd(BUY, lineOf({ budgetUsd: 100.01 }), terms)).toBe(25.01);
    expect(assignedCapUsd(BUY, lineOf({ pacing: 'asap' }), terms)).toBe(10);
    expect(assignedCapUsd(BUY, lineOf({ pacing: 'asap', budgetUsd: 5 }), terms)).toBe(5);
    expect(assignedCapUsd(BUY, lineOf({ pacing: 'asap' }), { ...terms, capUsd: 50 })).toBe(0);
  });

  test('leaves a package what it could spend before, and no more than its share or what others leave', () => {
    const terms = { others: [on(0, 70, 4)], capUsd: 80, keptUsd: 20, nowMs: NOON_MS };
    const capOf = (line: BuyPackage, more: object = {}) =>
      assignedCapUsd(BUY, line, { ...terms, ...more });
    expect(capOf(lineOf())).toBe(20);
    expect(capOf(lineOf(), { keptUsd: 5 })).toBe(10);
    expect(capOf(lineOf({ budgetUsd: 40 }))).toBe(10);
    expect(capOf(lineOf({ pacing: 'asap' }), { capUsd: 50 })).toBe(20);
  });
});
