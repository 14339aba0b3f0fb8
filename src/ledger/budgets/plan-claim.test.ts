import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { type ClaimInput, nextTarget, planClaim } from './plan-claim.ts';

const input = (change: Partial<ClaimInput>): ClaimInput => ({
  spendable: 0,
  reserved: 0,
  claimed: 0,
  target: 300,
  headroomNow: 1000,
  headroomToday: 1000,
  unit: 100,
  ...change,
});

test('a slice is filled up to its target, and with less where there is less headroom', () => {
  expect(planClaim(input({}))).toBe(300);
  expect(planClaim(input({ headroomNow: 120, headroomToday: 120 }))).toBe(120);
  expect(planClaim(input({ spendable: 50, reserved: 70, claimed: 120 }))).toBe(370);
});

test('a surplus over twice the target is returned, a smaller one is kept', () => {
  expect(planClaim(input({ spendable: 600, claimed: 600 }))).toBe(600);
  expect(planClaim(input({ spendable: 601, claimed: 601 }))).toBe(300);
});

test('a part of an impression is claimed only where the day will bring no more', () => {
  expect(planClaim(input({ headroomNow: 99 }))).toBe(0);
  expect(planClaim(input({ headroomNow: 100 }))).toBe(100);
  expect(planClaim(input({ headroomNow: 99, headroomToday: 99 }))).toBe(99);
});

test('where too much is claimed, the spendable part is returned and the reserved part is kept', () => {
  const many = { spendable: 300, reserved: 200, claimed: 500, headroomToday: 0 };
  expect(planClaim(input({ ...many, headroomNow: -100 }))).toBe(400);
  expect(planClaim(input({ ...many, headroomNow: -1000 }))).toBe(200);
});

test('a claim never exceeds the headroom, and never falls below the reserved amount', () => {
  const amount = fc.nat(10_000);
  const any = fc.record({
    spendable: amount,
    reserved: amount,
    claimed: amount,
    target: amount,
    headroomNow: fc.integer({ min: -10_000, max: 10_000 }),
    more: amount,
    unit: amount,
  });
  fc.assert(
    fc.property(any, ({ more, ...rest }) => {
      const claim = planClaim({ ...rest, headroomToday: rest.headroomNow + more });
      expect(claim).toBeLessThanOrEqual(rest.claimed + Math.max(0, rest.headroomNow));
      expect(claim).toBeGreaterThanOrEqual(Math.min(rest.claimed, rest.reserved));
    }),
  );
});

test('the target follows the use, and shrinks by half at a time', () => {
  const last = { target: 400, used: 0, elapsedMs: 1000, isExhausted: false, min: 30, max: 10_000 };
  expect(nextTarget(last)).toBe(200);
  expect(nextTarget({ ...last, target: 401 })).toBe(200);
  expect(nextTarget({ ...last, used: 500 })).toBe(1000);
  expect(nextTarget({ ...last, used: 500, elapsedMs: 2000 })).toBe(500);
  expect(nextTarget({ ...last, used: 400, elapsedMs: 4000, isExhausted: true })).toBe(800);
  // Ticks at the same time count as a millisecond apart.
  expect(nextTarget({ ...last, used: 1, elapsedMs: 0 })).toBe(2000);
  expect(nextTarget({ ...last, target: 40 })).toBe(30);
  expect(nextTarget({ ...last, used: 1e9 })).toBe(10_000);
});
