import { describe, expect, test } from 'bun:test';
import { account, FIVE_DOLLARS_CPM, total } from '../../../test/budgets/accounts.ts';
import type { Account } from './account.ts';
import { createPurseKeeping, expiredMinute } from './purse-keeping.ts';
import { createPurses, LEASE_MS, pursesBytes, RESERVATION_MS } from './purses.ts';

const NOW_MS = 1_800_000_000_000;

function purseOf(...accounts: readonly Account[]) {
  const memory = { buffer: new ArrayBuffer(pursesBytes(accounts)), byteOffset: 0 };
  const keeping = createPurseKeeping(accounts, memory);
  keeping.lease(NOW_MS);
  return { keeping, purses: createPurses(accounts, memory) };
}

const BOTH = { money: total(1_000_000), impressions: total(100) };

describe('a purse', () => {
  test('pays with its last micro, and not with one micro less', () => {
    const { keeping, purses } = purseOf(account({ money: total(1_000_000) }));
    keeping.put(0, { micros: 9999, impressions: 0 });
    expect(purses.canPay(0, FIVE_DOLLARS_CPM, NOW_MS)).toBeTrue();
    expect(purses.reserve(0, FIVE_DOLLARS_CPM, NOW_MS)).toBeTrue();
    expect(purses.canPay(0, FIVE_DOLLARS_CPM, NOW_MS)).toBeFalse();
    expect(purses.reserve(0, FIVE_DOLLARS_CPM, NOW_MS)).toBeFalse();
    keeping.put(0, { micros: 1, impressions: 0 });
    expect(purses.reserve(0, FIVE_DOLLARS_CPM, NOW_MS)).toBeTrue();
    expect(keeping.lookAt(0)).toEqual({
      available: { micros: 0, impressions: 0 },
      reserved: { micros: 10_000, impressions: 0 },
    });
  });

  test('reserves a part of a micro as a whole one', () => {
    const { keeping, purses } = purseOf(account({ money: total(1_000_000) }));
    keeping.put(0, { micros: 3, impressions: 0 });
    expect(purses.reserve(0, 1001, NOW_MS)).toBeTrue();
    expect(keeping.lookAt(0).available.micros).toBe(1);
  });

  test('takes money and impression, or neither', () => {
    const { keeping, purses } = purseOf(account(BOTH));
    keeping.put(0, { micros: 20_000, impressions: 1 });
    expect(purses.reserve(0, FIVE_DOLLARS_CPM, NOW_MS)).toBeTrue();
    expect(purses.reserve(0, FIVE_DOLLARS_CPM, NOW_MS)).toBeFalse();
    expect(keeping.lookAt(0)).toEqual({
      available: { micros: 15_000, impressions: 0 },
      reserved: { micros: 5000, impressions: 1 },
    });
  });

  test('counts impressions alone where only they are limited', () => {
    const { keeping, purses } = purseOf(account({ impressions: total(5) }));
    keeping.put(0, { micros: 0, impressions: 1 });
    expect(purses.reserve(0, FIVE_DOLLARS_CPM, NOW_MS)).toBeTrue();
    expect(purses.reserve(0, FIVE_DOLLARS_CPM, NOW_MS)).toBeFalse();
  });

  test('that does not exist can pay anything', () => {
    const { purses } = purseOf(account(undefined));
    expect(purses.canPay(0, FIVE_DOLLARS_CPM, NOW_MS + LEASE_MS)).toBeTrue();
    expect(purses.reserve(0, FIVE_DOLLARS_CPM, NOW_MS + LEASE_MS)).toBeTrue();
  });

  test('pays nothing once the ledger was silent for too long', () => {
    const { keeping, purses } = purseOf(account({ money: total(1_000_000) }));
    keeping.put(0, { micros: 50_000, impressions: 0 });
    expect(purses.reserve(0, FIVE_DOLLARS_CPM, NOW_MS + LEASE_MS - 1)).toBeTrue();
    expect(purses.canPay(0, FIVE_DOLLARS_CPM, NOW_MS + LEASE_MS)).toBeFalse();
    expect(purses.reserve(0, FIVE_DOLLARS_CPM, NOW_MS + LEASE_MS)).toBeFalse();
  });

  test('is found under the names of partner and campaign, and does not mix with others', () => {
    const { keeping, purses } = purseOf(
      account(BOTH),
      account(undefined, { campaign: 'free' }),
      account(BOTH, { partner: 'other' }),
    );
    expect(purses.placeOf('house', 'boots')).toBe(0);
    expect(purses.placeOf('other', 'boots')).toBe(2);
    expect(purses.placeOf('other', 'free')).toBeUndefined();
    keeping.put(2, { micros: 5000, impressions: 1 });
    purses.countTrial(1, false);
    expect(keeping.lookAt(0).available).toEqual({ micros: 0, impressions: 0 });
    expect(purses.reserve(0, FIVE_DOLLARS_CPM, NOW_MS)).toBeFalse();
    expect(purses.reserve(2, FIVE_DOLLARS_CPM, NOW_MS)).toBeTrue();
    expect([0, 1, 2].map(keeping.trials)).toEqual([
      { tried: 0, misfit: 0 },
      { tried: 1, misfit: 1 },
      { tried: 0, misfit: 0 },
    ]);
  });
});

test('a worker that knows other campaigns than the supervisor spends nothing and spoils nothing', () => {
  const known = [account(BOTH), account(BOTH, { campaign: 'shoes' })];
  const memory = { buffer: new ArrayBuffer(pursesBytes(known)), byteOffset: 0 };
  const keeping = createPurseKeeping(known, memory);
  keeping.lease(NOW_MS);
  for (const place of [0, 1]) keeping.put(place, { micros: 50_000, impressions: 10 });
  const before = new Uint8Array(memory.buffer).slice();
  const others = [
    [account(BOTH, { campaign: 'shoes' }), account(BOTH)],
    [account({ money: total(1) }), account(BOTH, { campaign: 'shoes' })],
    [...known, account(BOTH, { campaign: 'hats' })],
  ];
  for (const accounts of others) {
    const purses = createPurses(accounts, memory);
    for (const place of accounts.keys()) {
      expect(purses.canPay(place, FIVE_DOLLARS_CPM, NOW_MS)).toBeFalse();
      expect(purses.reserve(place, FIVE_DOLLARS_CPM, NOW_MS)).toBeFalse();
      purses.countTrial(place, true);
    }
  }
  expect(new Uint8Array(memory.buffer)).toEqual(before);
  expect(createPurses(known, memory).reserve(0, FIVE_DOLLARS_CPM, NOW_MS)).toBeTrue();
});

test('a reservation is kept for its whole time, and for less than a minute more', () => {
  const soldMs = NOW_MS + 59_999;
  const minute = Math.floor(soldMs / 60_000);
  expect(expiredMinute(soldMs + RESERVATION_MS - 1)).toBeLessThan(minute);
  expect(expiredMinute(soldMs + RESERVATION_MS + 60_000)).toBe(minute);
});
