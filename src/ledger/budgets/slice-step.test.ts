import { expect, test } from 'bun:test';
import { account, BY_CLOCK, daily, total } from '../../../test/budgets/accounts.ts';
import { START_MS } from '../../../test/budgets/world.ts';
import { type Account, type Amount, minuteOf, NOTHING } from './account.ts';
import { NO_ROW, type OwnRow } from './budget-rows.ts';
import { sliceBytes } from './slice-memory.ts';
import { createSliceState, IDLE_MS } from './slice-state.ts';
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

test('an empty slice is granted its target, and claims as much', () => {
  const { slices, state, plan } = sliceOf(account({ money: total(320_000) }), {});
  const planned = plan({});
  expect(planned).toMatchObject({
    granted: amount(20_000),
    returned: NOTHING,
    claimDelta: amount(20_000),
  });
  applyStep(slices, { ...planned, ...APPLIED, state });
  expect(slices.holdings(0).available).toEqual(amount(20_000));
  expect(state).toMatchObject({ filled: amount(20_000), isDue: false });
});

test('a slice that closes returns all that it has, and what is in transit is not taken out of it again', () => {
  const had = { available: amount(10_000), inTransit: amount(4000) };
  const { slices, state, plan } = sliceOf(account({ money: total(320_000) }), had);
  const planned = plan({ own: amount(14_000), claimed: amount(14_000) }, 'closing');
  expect(planned).toMatchObject({ returned: amount(14_000), claimDelta: amount(-14_000) });
  expect([slices.holdings(0).available, state.inTransit]).toEqual([NOTHING, amount(14_000)]);
});

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

test('a single impression is claimed as soon as even pacing allows it', () => {
  // At 10:00 UTC 43 % of the day are due, with the head start.
  const { plan } = sliceOf(account({ pacing: 'even', impressions: daily(100) }), {});
  const spent = (impressions: number) => ({
    spentTotal: amount(0, impressions),
    spentToday: amount(0, impressions),
  });
  expect(plan(spent(43)).granted).toEqual(NOTHING);
  expect(plan(spent(42)).granted).toEqual(amount(0, 1));
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

test('a campaign whose limit is lifted needs none of it at once', () => {
  const { state, plan } = sliceOf(account({ impressions: total(64) }), {});
  expect(plan({}).granted).toEqual(amount(0, 4));
  state.account = account({ money: total(320_000) });
  expect(plan({}).granted).toEqual(amount(20_000, 0));
});

test('a campaign has something to spend from the beginning of its flight to before its end', () => {
  const { plan } = sliceOf(account({ impressions: total(9) }, { startMs: 5, endMs: 9 }), {});
  const granted = (ms: number) => plan({}, 'serving', ms).granted.impressions;
  expect([4, 5, 8, 9].map(granted)).toEqual([0, 4, 4, 0]);
});

test('what lies idle is left to a machine that lacks it, and kept by one that is asked for the campaign', () => {
  const held = { available: amount(0, 4) };
  const row = { own: amount(0, 4), claimed: amount(0, 4), lackedUntilMs: START_MS + 1 };
  const idle = sliceOf(account({ impressions: total(4) }), held);
  expect(idle.plan({ ...row, lackedUntilMs: START_MS }).returned).toEqual(NOTHING);
  expect(idle.plan(row).returned).toEqual(amount(0, 4));
  const asked = sliceOf(account({ impressions: total(4) }), held);
  asked.workerSlices.countTrial(0, 'misfit');
  expect(asked.plan(row).returned).toEqual(NOTHING);
  const later = { ...row, lackedUntilMs: START_MS + 2 * IDLE_MS };
  expect(asked.plan(later, 'serving', START_MS + IDLE_MS - 1).returned).toEqual(NOTHING);
  expect(asked.plan(later, 'serving', START_MS + IDLE_MS).returned).toEqual(amount(0, 4));
});

test('a machine lacks what others have claimed if it is asked for the campaign and cannot pay for an impression', () => {
  const boots = account({ impressions: total(4) });
  const ofOthers = { own: NOTHING, claimed: amount(0, 4) };
  const idle = sliceOf(boots, {});
  expect(idle.plan(ofOthers).isLacking).toBeFalse();
  const asked = sliceOf(boots, {});
  // A campaign that is about something else would not have bid.
  asked.workerSlices.countHeld(0, 'topic');
  expect(asked.plan(ofOthers).isLacking).toBeFalse();
  asked.workerSlices.countTrial(0, 'fit');
  expect(asked.plan({ ...ofOthers, claimed: amount(0, 3) }).isLacking).toBeFalse();
  expect(asked.plan(ofOthers, 'closing').isLacking).toBeFalse();
  expect(asked.plan(ofOthers).isLacking).toBeTrue();
  expect(asked.plan({ claimed: amount(0, 4), own: amount(0, 4) }).isLacking).toBeFalse();
});
