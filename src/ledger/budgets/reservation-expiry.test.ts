import { expect, test } from 'bun:test';
import { account, total } from '../../../test/budgets/accounts.ts';
import { START_MS } from '../../../test/budgets/world.ts';
import { minuteOf } from './account.ts';
import { createReservationExpiry } from './reservation-expiry.ts';
import { RESERVATION_MS, RING_MINUTES, sliceBytes } from './slice-memory.ts';
import { createSliceState } from './slice-state.ts';
import { createSupervisorSlices } from './supervisor-slices.ts';

const MINUTE_MS = 60_000;
const START_MINUTE = minuteOf(START_MS);

function expiryOf() {
  const accounts = [account({ money: total(1e9) })];
  const memory = { buffer: new ArrayBuffer(sliceBytes(accounts)), byteOffset: 0 };
  const slices = createSupervisorSlices(accounts, memory);
  const states = accounts.map((one, index) => createSliceState(index, one));
  const expiry = createReservationExpiry(states, slices, START_MS);
  /** As a worker does. */
  const reserve = (minute: number, micros: number) =>
    slices.endReservations(0, minute, { micros: -micros, impressions: 0 });
  const inTransit = () => states[0]?.inTransit.micros;
  return { expiry, reserve, inTransit };
}

test('the reservations of a minute expire one after the other, five minutes after its end, each once', () => {
  const { expiry, reserve, inTransit } = expiryOf();
  reserve(START_MINUTE, 1);
  reserve(START_MINUTE + 1, 10);
  reserve(START_MINUTE + 2, 100);
  const endMs = START_MS + RESERVATION_MS + MINUTE_MS;
  const at = (ms: number) => {
    expiry.expire(ms, ms);
    return inTransit();
  };
  expect([at(endMs - 1), at(endMs)]).toEqual([0, 1]);
  expect([at(endMs + 1), at(endMs + MINUTE_MS)]).toEqual([1, 11]);
  expect(at(endMs + 2 * MINUTE_MS)).toBe(111);
  expect(expiry.isKept(START_MINUTE + 2, endMs + 2 * MINUTE_MS)).toBeFalse();
  expect(expiry.isKept(START_MINUTE + 3, endMs + 2 * MINUTE_MS)).toBeTrue();
});

test('none expire before all machines have drained what they knew at the end of that time', () => {
  const { expiry, reserve, inTransit } = expiryOf();
  reserve(START_MINUTE, 1);
  const endMs = START_MS + RESERVATION_MS + MINUTE_MS;
  expiry.expire(endMs + 3 * MINUTE_MS, endMs - 1);
  expect(inTransit()).toBe(0);
  expiry.expire(endMs + 3 * MINUTE_MS, endMs);
  expect(inTransit()).toBe(1);
});

test('after a long pause every minute of the ring has expired', () => {
  const { expiry, reserve, inTransit } = expiryOf();
  for (let minute = 0; minute < RING_MINUTES; minute++) reserve(START_MINUTE + minute, 1);
  const laterMs = START_MS + 1000 * MINUTE_MS;
  expiry.expire(laterMs, laterMs);
  expect(inTransit()).toBe(RING_MINUTES);
});

test('outcomes of a minute ahead are kept, those further ahead are not', () => {
  const { expiry } = expiryOf();
  expect([1, 2].map((ahead) => expiry.isKept(START_MINUTE + ahead, START_MS))).toEqual([
    true,
    false,
  ]);
});
