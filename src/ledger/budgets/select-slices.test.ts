import { expect, test } from 'bun:test';
import { account, total } from '../../../test/budgets/accounts.ts';
import { createSelectSlices, lowSlices } from './select-slices.ts';
import { sliceBytes } from './slice-memory.ts';
import { createSliceState } from './slice-state.ts';
import { createSupervisorSlices } from './supervisor-slices.ts';

const NO_OUTCOMES = new Set<string>();

/** So many slices, each filled up to its target. */
function slicesOf(count: number) {
  const accounts = Array.from({ length: count }, (_, index) =>
    account({ money: total(1e9) }, { campaign: String(index).padStart(4, '0') }),
  );
  const memory = { buffer: new ArrayBuffer(sliceBytes(accounts)), byteOffset: 0 };
  const slices = createSupervisorSlices(accounts, memory);
  const states = accounts.map((one, index) => createSliceState(index, one));
  const full = { micros: 16_000, impressions: 0 };
  for (const state of states) {
    slices.deposit(state.campaign, full);
    Object.assign(state.target, full);
    Object.assign(state.filled, full);
    state.isDue = false;
  }
  const select = createSelectSlices(states, slices);
  const indexes = (keys: ReadonlySet<string> = NO_OUTCOMES) =>
    select(keys, 'running').map(({ campaign }) => campaign);
  return { slices, states, indexes };
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

test('where nothing needs a change, slices are selected in rotation, 500 at a time, and come in the order of their keys', () => {
  const { indexes } = slicesOf(1200);
  expect(indexes()).toEqual(range(0, 500));
  expect(indexes()).toEqual(range(500, 1000));
  expect(indexes()).toEqual([...range(0, 300), ...range(1000, 1200)]);
  expect(indexes()).toEqual(range(300, 800));
});

const micros = (amount: number) => ({ micros: amount, impressions: 0 });

test('slices below half of their target, far above it, or with an amount in transit come first', () => {
  const { slices, states, indexes } = slicesOf(1200);
  slices.withdraw(1100, micros(8001));
  slices.withdraw(1099, micros(8000));
  slices.deposit(1101, micros(16_001));
  slices.deposit(1102, micros(16_000));
  Object.assign(states[1103]?.inTransit ?? {}, micros(1));
  expect(indexes()).toEqual([...range(0, 497), 1100, 1101, 1103]);
});

test('those that were not filled yet, or got less than their target, come first too', () => {
  const { slices, states, indexes } = slicesOf(1200);
  for (const state of states.slice(1000, 1001)) state.isDue = true;
  slices.withdraw(1001, micros(16_000));
  Object.assign(states[1001]?.filled ?? {}, micros(0));
  expect(indexes()).toEqual([...range(0, 498), 1000, 1001]);
});

test('what cannot wait has less than half of what it was filled with, or is due; an empty slice that nothing was left for waits', () => {
  const { slices, states } = slicesOf(600);
  const low = () => lowSlices(states, slices).map(({ campaign }) => campaign);
  slices.withdraw(3, micros(8000));
  slices.withdraw(4, micros(8001));
  slices.withdraw(5, micros(16_000));
  Object.assign(states[5]?.filled ?? {}, micros(0));
  for (const state of states.slice(7, 8)) state.isDue = true;
  expect(low()).toEqual([4, 7]);
  for (const state of states) state.isDue = true;
  expect(low()).toEqual(range(0, 500));
});

test('those with outcomes come beside the 500', () => {
  const { states, indexes } = slicesOf(600);
  expect(indexes(new Set([states[599]?.key ?? '']))).toEqual([...range(0, 500), 599]);
});

test('without campaigns there is nothing to select, now and later', () => {
  const { indexes } = slicesOf(0);
  expect([indexes(), indexes()]).toEqual([[], []]);
});
