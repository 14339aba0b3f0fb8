import { expect, test } from 'bun:test';
import { account, BY_CLOCK, total } from '../../../test/budgets/accounts.ts';
import { START_MS } from '../../../test/budgets/world.ts';
import { type Account, type Amount, minuteOf, NOTHING } from './account.ts';
import { NO_ROW, type OwnRow } from './budget-rows.ts';
import { sliceBytes } from './slice-memory.ts';
import { createSliceState } from './slice-state.ts';
import { applyStep, planStep, type TickPhase } from './slice-step.ts';
import { createSupervisorSlices } from './supervisor-slices.ts';
import { createWorkerSlices } from './worker-slices.ts';

const amount = (micros: number, impressions = 0): Amount => ({ micros, impressions });

/** One slice, with what it has available, and what of it is in transit. */
function sliceOf(budgeted: Account, { available = NOTHING, inTransit = NOTHING }) {
  const memory = { buffer: new ArrayBuffer(sliceBytes([budgeted])), byteOffset: 0 };
  const slices = createSupervisorSlices([budgeted], memory);
  slices.deposit(0, available);
  const state = createSliceState(0, budgeted);
  Object.assign(state.inTransit, inTransit);
  Object.assign(state.filled, available);
  const plan = (row: Partial<OwnRow>, phase: TickPhase = 'serving', ms = START_MS) =>
    planStep(slices, {
      state,
      row: { ...NO_ROW, own: NOTHING, day: 0, lackedUntilMs: 0, ...row },
      settled: [],
      now: { ms, shareOf: BY_CLOCK, phase, machines: 1 },
    });
  const workerSlices = createWorkerSlices([budgeted], memory);
  return { slices, state, plan, workerSlices };
}

const APPLIED = { settled: [], isOutrun: false, record: '' };

test('of a surplus that is in transit in part, only the rest is taken out of the slice', () => {
  const had = { available: amount(50_000), inTransit: amount(20_000) };
  const { slices, state, plan } = sliceOf(account({ money: total(320_000) }), had);
  // The target is 20,000, so that 50,000 of the 70,000 are too much.
  const planned = plan({ own: amount(70_000), claimed: amount(70_000) });
  expect(slices.holdings(0).available).toEqual(amount(20_000));
  expect(planned).toMatchObject({ returned: amount(50_000), claimDelta: amount(-50_000) });
  applyStep(slices, { ...planned, ...APPLIED, state });
  expect(slices.holdings(0).available).toEqual(amount(20_000));
  expect(state.inTransit).toEqual({ ...NOTHING });
});

test('lost sales make their price available again, billed ones do not', () => {
  const { slices, state } = sliceOf(account({ money: total(320_000) }), {});
  const minute = minuteOf(START_MS);
  // As workers reserve: three sales of this minute.
  slices.endReservations(0, minute, amount(-15_000));
  const settled = [{ minute, billed: amount(5000), lost: amount(10_000) }];
  const step = { ...APPLIED, settled, returned: NOTHING, granted: NOTHING };
  applyStep(slices, { ...step, state, isOutrun: true, record: 'of now' });
  expect(slices.holdings(0)).toEqual({ available: amount(10_000), reserved: NOTHING });
  expect(state).toMatchObject({ filled: amount(10_000), isDue: true, recorded: 'of now' });
});
