import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { type ClaimInput, planClaim, targetFor } from './plan-claim.ts';

const input = (change: Partial<ClaimInput>): ClaimInput => ({
  spendable: 0,
  reserved: 0,
  claimed: 0,
  target: 300,
  headroomNow: 1000,
  headroomToday: 1000,
  unit: 100,
  hasOthers: false,
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

test('a slice that lacks little is left as it is: targets grow with every second of a day', () => {
  expect(planClaim(input({ spendable: 263, claimed: 263 }))).toBe(263);
  expect(planClaim(input({ spendable: 262, claimed: 262 }))).toBe(300);
  expect(planClaim(input({ spendable: 263, reserved: 70, claimed: 333 }))).toBe(333);
  // What cannot pay for one impression is not little.
  expect(planClaim(input({ target: 100, spendable: 99, claimed: 99 }))).toBe(100);
});

test('a part of an impression is claimed only where the day will bring no more', () => {
  expect(planClaim(input({ headroomNow: 99 }))).toBe(0);
  expect(planClaim(input({ headroomNow: 100 }))).toBe(100);
  expect(planClaim(input({ headroomNow: 99, headroomToday: 99 }))).toBe(99);
});

test('the end of a budget is claimed in whole impressions, and parts are returned, where others could sell them', () => {
  const end = (change: Partial<ClaimInput>) =>
    planClaim(input({ ...change, headroomToday: change.headroomNow ?? 0, hasOthers: true }));
  expect(end({ headroomNow: 99 })).toBe(0);
  expect(end({ headroomNow: 299 })).toBe(200);
  expect(end({ headroomNow: 299, unit: 0 })).toBe(299);
  expect(end({ spendable: 99, claimed: 99, headroomNow: 0 })).toBe(0);
  expect(end({ spendable: 99, claimed: 99, headroomNow: 100 })).toBe(100);
  expect(end({ spendable: 160, claimed: 160, headroomNow: 30 })).toBe(160);
  expect(end({ spendable: 99, reserved: 200, claimed: 299, headroomNow: 0 })).toBe(200);
});

test('where too much is claimed, the spendable part is returned and the reserved part is kept', () => {
  const many = { spendable: 300, reserved: 200, claimed: 500, headroomToday: 0 };
  expect(planClaim(input({ ...many, headroomNow: -100 }))).toBe(400);
  expect(planClaim(input({ ...many, headroomNow: -100, hasOthers: true }))).toBe(400);
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
    hasOthers: fc.boolean(),
  });
  fc.assert(
    fc.property(any, ({ more, ...rest }) => {
      const claim = planClaim({ ...rest, headroomToday: rest.headroomNow + more });
      expect(claim).toBeLessThanOrEqual(rest.claimed + Math.max(0, rest.headroomNow));
      expect(claim).toBeGreaterThanOrEqual(Math.min(rest.claimed, rest.reserved));
    }),
  );
});

test('a slice has an eighth of its share of what is left, less of much, and a few impressions of little', () => {
  const left = { spendable: 0, headroom: 2_000_000, unit: 1000, machines: 1, isIdle: false };
  // Half of 2,000 impressions, and an eighth of it.
  expect(targetFor(left)).toBe(125_000);
  expect(targetFor({ ...left, machines: 3 })).toBe(62_000);
  expect(targetFor({ ...left, headroom: 1_500_000, spendable: 500_000 })).toBe(125_000);
  // From an eighth to a thirty-second it stays at 128 impressions.
  expect(targetFor({ ...left, headroom: 2_048_000 })).toBe(128_000);
  expect(targetFor({ ...left, headroom: 8_192_000 })).toBe(128_000);
  expect(targetFor({ ...left, headroom: 8_255_999 })).toBe(128_000);
  expect(targetFor({ ...left, headroom: 8_256_000 })).toBe(129_000);
  expect(targetFor({ ...left, headroom: 79_999 })).toBe(4000);
  expect(targetFor({ ...left, headroom: 80_000 })).toBe(5000);
  expect(targetFor({ ...left, headroom: 0 })).toBe(4000);
  expect(targetFor({ ...left, headroom: -5000 })).toBe(4000);
  // One that nobody asks leaves the end of a budget to others, if there are any.
  expect(targetFor({ ...left, headroom: 0, isIdle: true })).toBe(4000);
  expect(targetFor({ ...left, headroom: 0, isIdle: true, machines: 2 })).toBe(1000);
  expect(targetFor({ ...left, isIdle: true, machines: 3 })).toBe(62_000);
});
