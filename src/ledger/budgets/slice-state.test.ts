import { expect, test } from 'bun:test';
import { account, total } from '../../../test/budgets/accounts.ts';
import { NOTHING } from './account.ts';
import { createSliceState, targetAfter } from './slice-state.ts';

const EMPTY = { available: NOTHING, reserved: NOTHING };
const NOW = { ms: 1000, elapsedMs: 1000 };

test('a campaign whose limit is lifted needs none of it at once', () => {
  const state = createSliceState(0, account({ impressions: total(1000) }));
  expect(targetAfter(state, 'impressions', EMPTY, NOW)).toBe(3);
  state.target.impressions = 800;
  state.account = account({ money: total(1e9) });
  expect(targetAfter(state, 'impressions', EMPTY, NOW)).toBe(0);
  expect(targetAfter(state, 'micros', EMPTY, NOW)).toBe(15_000);
});

test('a campaign runs from the beginning of its flight to before its end', () => {
  const state = createSliceState(0, account({ impressions: total(9) }, { startMs: 5, endMs: 9 }));
  const at = (ms: number) => targetAfter(state, 'impressions', EMPTY, { ms, elapsedMs: 1 });
  expect([4, 5, 8, 9].map(at)).toEqual([0, 3, 3, 0]);
});
