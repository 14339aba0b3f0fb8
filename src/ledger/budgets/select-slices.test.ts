import { expect, test } from 'bun:test';
import { account, total } from '../../../test/budgets/accounts.ts';
import { createSelectSlices } from './select-slices.ts';
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
  for (const { campaign, target } of states) slices.deposit(campaign, target);
  const select = createSelectSlices(states, slices);
  const indexes = (keys: ReadonlySet<string> = NO_OUTCOMES) =>
    select(keys).map(({ campaign }) => campaign);
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

test('slices below their target, far above it, or with an amount in transit come first', () => {
  const { slices, states, indexes } = slicesOf(1200);
  const one = { micros: 1, impressions: 0 };
  slices.withdraw(1100, one);
  slices.deposit(1101, { micros: 15_001, impressions: 0 });
  slices.deposit(1102, { micros: 15_000, impressions: 0 });
  Object.assign(states[1103]?.inTransit ?? {}, one);
  expect(indexes()).toEqual([...range(0, 497), 1100, 1101, 1103]);
});

test('those with outcomes come beside the 500', () => {
  const { states, indexes } = slicesOf(600);
  expect(indexes(new Set([states[599]?.key ?? '']))).toEqual([...range(0, 500), 599]);
});

test('without campaigns there is nothing to select, now and later', () => {
  const { indexes } = slicesOf(0);
  expect([indexes(), indexes()]).toEqual([[], []]);
});
