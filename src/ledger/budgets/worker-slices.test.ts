import { describe, expect, test } from 'bun:test';
import { account, FIVE_DOLLARS_CPM, total } from '../../../test/budgets/accounts.ts';
import type { Account } from './account.ts';
import { sliceBytes, TERM_MS } from './slice-memory.ts';
import { createSupervisorSlices } from './supervisor-slices.ts';
import { createWorkerSlices } from './worker-slices.ts';

const NOW_MS = 1_800_000_000_000;

function slicesOf(...accounts: readonly Account[]) {
  const memory = { buffer: new ArrayBuffer(sliceBytes(accounts)), byteOffset: 0 };
  const supervisor = createSupervisorSlices(accounts, memory);
  supervisor.extendTerm(NOW_MS);
  return { supervisor, worker: createWorkerSlices(accounts, memory) };
}

const NEVER_HELD = { slice: 0, budget: 0, pace: 0, ledger: 0, cap: 0, topic: 0 };
const BOTH = { money: total(1_000_000), impressions: total(100) };

describe('a budget slice', () => {
  test('pays with its last micro, and not with one micro less', () => {
    const { supervisor, worker } = slicesOf(account({ money: total(1_000_000) }));
    supervisor.deposit(0, { micros: 9999, impressions: 0 });
    expect(worker.canPay(0, FIVE_DOLLARS_CPM, NOW_MS)).toBeTrue();
    expect(worker.reserve(0, FIVE_DOLLARS_CPM, NOW_MS)).toBeTrue();
    expect(worker.canPay(0, FIVE_DOLLARS_CPM, NOW_MS)).toBeFalse();
    expect(worker.reserve(0, FIVE_DOLLARS_CPM, NOW_MS)).toBeFalse();
    supervisor.deposit(0, { micros: 1, impressions: 0 });
    expect(worker.reserve(0, FIVE_DOLLARS_CPM, NOW_MS)).toBeTrue();
    expect(supervisor.holdings(0)).toEqual({
      available: { micros: 0, impressions: 0 },
      reserved: { micros: 10_000, impressions: 0 },
    });
  });

  test('reserves a part of a micro as a whole one', () => {
    const { supervisor, worker } = slicesOf(account({ money: total(1_000_000) }));
    supervisor.deposit(0, { micros: 3, impressions: 0 });
    expect(worker.reserve(0, 1001, NOW_MS)).toBeTrue();
    expect(supervisor.holdings(0).available.micros).toBe(1);
  });

  test('takes money and impression, or neither', () => {
    const { supervisor, worker } = slicesOf(account(BOTH));
    supervisor.deposit(0, { micros: 20_000, impressions: 1 });
    expect(worker.reserve(0, FIVE_DOLLARS_CPM, NOW_MS)).toBeTrue();
    expect(worker.reserve(0, FIVE_DOLLARS_CPM, NOW_MS)).toBeFalse();
    expect(supervisor.holdings(0)).toEqual({
      available: { micros: 15_000, impressions: 0 },
      reserved: { micros: 5000, impressions: 1 },
    });
  });

  test('pays nothing once the term has ended', () => {
    const { supervisor, worker } = slicesOf(account({ money: total(1_000_000) }));
    supervisor.deposit(0, { micros: 50_000, impressions: 0 });
    expect(worker.reserve(0, FIVE_DOLLARS_CPM, NOW_MS + TERM_MS - 1)).toBeTrue();
    expect(worker.canPay(0, FIVE_DOLLARS_CPM, NOW_MS + TERM_MS)).toBeFalse();
    expect(worker.reserve(0, FIVE_DOLLARS_CPM, NOW_MS + TERM_MS)).toBeFalse();
  });

  test('is found under the names of partner and campaign, and does not mix with others', () => {
    const { supervisor, worker } = slicesOf(
      account(BOTH),
      account(undefined, { campaign: 'free' }),
      account(BOTH, { partner: 'other' }),
    );
    expect(worker.indexOf('house', 'boots')).toBe(0);
    expect(worker.indexOf('other', 'boots')).toBe(2);
    expect(worker.indexOf('other', 'free')).toBeUndefined();
    supervisor.deposit(2, { micros: 5000, impressions: 1 });
    worker.countTrial(1, 'misfit');
    expect(supervisor.holdings(0).available).toEqual({ micros: 0, impressions: 0 });
    expect(worker.reserve(0, FIVE_DOLLARS_CPM, NOW_MS)).toBeFalse();
    expect(worker.reserve(2, FIVE_DOLLARS_CPM, NOW_MS)).toBeTrue();
    expect([0, 1, 2].map((campaign) => supervisor.trials(campaign))).toEqual([
      { tried: 0, misfit: 0, held: NEVER_HELD },
      { tried: 1, misfit: 1, held: NEVER_HELD },
      { tried: 0, misfit: 0, held: NEVER_HELD },
    ]);
  });
});

test('a worker with other campaigns than the supervisor reserves nothing and changes no slice', () => {
  const known = [account(BOTH), account(BOTH, { campaign: 'shoes' })];
  const memory = { buffer: new ArrayBuffer(sliceBytes(known)), byteOffset: 0 };
  const supervisor = createSupervisorSlices(known, memory);
  supervisor.extendTerm(NOW_MS);
  for (const campaign of [0, 1]) supervisor.deposit(campaign, { micros: 50_000, impressions: 10 });
  const before = new Uint8Array(memory.buffer).slice();
  const others = [
    [account(BOTH, { campaign: 'shoes' }), account(BOTH)],
    [account({ money: total(1) }), account(BOTH, { campaign: 'shoes' })],
    [...known, account(BOTH, { campaign: 'hats' })],
  ];
  for (const accounts of others) {
    const worker = createWorkerSlices(accounts, memory);
    for (const campaign of accounts.keys()) {
      expect(worker.canPay(campaign, FIVE_DOLLARS_CPM, NOW_MS)).toBeFalse();
      expect(worker.reserve(campaign, FIVE_DOLLARS_CPM, NOW_MS)).toBeFalse();
      worker.countTrial(campaign, 'fit');
      worker.countHeld(campaign, worker.holdCause(campaign, NOW_MS));
    }
  }
  expect(new Uint8Array(memory.buffer)).toEqual(before);
  expect(createWorkerSlices(known, memory).reserve(0, FIVE_DOLLARS_CPM, NOW_MS)).toBeTrue();
});
