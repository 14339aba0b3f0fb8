import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { planClaim, type Standing, wantedNext } from './plan-claim.ts';

const standing = (change: Partial<Standing>): Standing => ({
  ...{ spendable: 0, reserved: 0, claimed: 0, wanted: 300, room: 1000, roomToday: 1000, unit: 100 },
  ...change,
});

test('a purse is filled up to what is wanted, and with less where there is less room', () => {
  expect(planClaim(standing({}))).toBe(300);
  expect(planClaim(standing({ room: 120, roomToday: 120 }))).toBe(120);
  expect(planClaim(standing({ spendable: 50, reserved: 70, claimed: 120 }))).toBe(370);
});

test('what is more than plenty goes back, what is a little more stays', () => {
  expect(planClaim(standing({ spendable: 600, claimed: 600 }))).toBe(600);
  expect(planClaim(standing({ spendable: 601, claimed: 601 }))).toBe(300);
});

test('a part of an impression is claimed only where no more will come', () => {
  expect(planClaim(standing({ room: 99 }))).toBe(0);
  expect(planClaim(standing({ room: 100 }))).toBe(100);
  expect(planClaim(standing({ room: 99, roomToday: 99 }))).toBe(99);
});

test('where there are too many claims, what is spendable goes back and what is reserved stays', () => {
  const many = { spendable: 300, reserved: 200, claimed: 500, roomToday: 0 };
  expect(planClaim(standing({ ...many, room: -100 }))).toBe(400);
  expect(planClaim(standing({ ...many, room: -1000 }))).toBe(200);
});

test('a claim never grows beyond the room, nor shrinks below what is reserved', () => {
  const amount = fc.nat(10_000);
  const any = fc.record({
    ...{ spendable: amount, reserved: amount, claimed: amount, wanted: amount },
    ...{ room: fc.integer({ min: -10_000, max: 10_000 }), more: amount, unit: amount },
  });
  fc.assert(
    fc.property(any, ({ more, ...rest }) => {
      const claim = planClaim({ ...rest, roomToday: rest.room + more });
      expect(claim).toBeLessThanOrEqual(rest.claimed + Math.max(0, rest.room));
      expect(claim).toBeGreaterThanOrEqual(Math.min(rest.claimed, rest.reserved));
    }),
  );
});

test('what is wanted follows what was used, and shrinks by half at a time', () => {
  const last = { wanted: 400, used: 0, elapsedMs: 1000, isDry: false, least: 30, most: 10_000 };
  expect(wantedNext(last)).toBe(200);
  expect(wantedNext({ ...last, used: 500 })).toBe(1000);
  expect(wantedNext({ ...last, used: 500, elapsedMs: 2000 })).toBe(500);
  expect(wantedNext({ ...last, used: 400, elapsedMs: 4000, isDry: true })).toBe(800);
  expect(wantedNext({ ...last, wanted: 40 })).toBe(30);
  expect(wantedNext({ ...last, used: 1e9 })).toBe(10_000);
});
