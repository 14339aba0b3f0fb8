import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { type ClaimInput, planClaim } from './plan-claim.ts';

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
