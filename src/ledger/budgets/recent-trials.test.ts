import { expect, test } from 'bun:test';
import { account, total } from '../../../test/budgets/accounts.ts';
import { createRecentTrials, RECENT_MS } from './recent-trials.ts';
import { sliceBytes } from './slice-memory.ts';
import { createSupervisorSlices } from './supervisor-slices.ts';
import { createWorkerSlices } from './worker-slices.ts';

const START_MS = 1_800_000_000_000;

test('requests are recent for one span at least, and forgotten after two', () => {
  const accounts = [account({ money: total(1_000_000) })];
  const memory = { buffer: new ArrayBuffer(sliceBytes(accounts)), byteOffset: 0 };
  const slices = createSupervisorSlices(accounts, memory);
  const worker = createWorkerSlices(accounts, memory);
  const recent = createRecentTrials(slices, START_MS);
  const held = () => recent.of(0).held.pace;

  worker.countHeld(0, 'pace');
  recent.advance(START_MS + RECENT_MS - 1);
  expect(held()).toBe(1);
  recent.advance(START_MS + RECENT_MS);
  worker.countHeld(0, 'pace');
  expect(held()).toBe(2);
  recent.advance(START_MS + 2 * RECENT_MS - 1);
  expect(held()).toBe(2);
  recent.advance(START_MS + 2 * RECENT_MS);
  expect(held()).toBe(1);
  recent.advance(START_MS + 3 * RECENT_MS);
  expect(held()).toBe(0);
  expect(slices.trials(0).held.pace).toBe(2);
});
