import { minuteOf } from './account.ts';
import { RING_MINUTES } from './slice-memory.ts';
import { addTo, type SliceState } from './slice-state.ts';
import { expiredMinute, type SupervisorSlices } from './supervisor-slices.ts';

export type ReservationExpiry = ReturnType<typeof createReservationExpiry>;

/** Ends reservations whose sales were neither billed nor lost in time. */
export function createReservationExpiry(
  states: readonly SliceState[],
  slices: SupervisorSlices,
  startMs: number,
) {
  let expiredThrough = expiredMinute(startMs);

  return {
    /** A bill of after `caughtUpMs` may still lie in a journal of any machine, and needs its reservation. */
    expire(nowMs: number, caughtUpMs: number): void {
      const last = expiredMinute(Math.min(nowMs, caughtUpMs));
      // After a clock was ahead and has been set back, expiry continues from the corrected time.
      expiredThrough = Math.min(expiredThrough, expiredMinute(nowMs));
      const first = Math.max(expiredThrough + 1, last - RING_MINUTES + 1);
      for (let minute = first; minute <= last; minute++) {
        for (const { campaign, inTransit } of states) {
          addTo(inTransit, slices.expireMinute(campaign, minute));
        }
      }
      expiredThrough = Math.max(expiredThrough, last);
    },
    /** Whether the slices still have the reservations of this minute. */
    isKept: (minute: number, nowMs: number) =>
      minute > expiredThrough && minute <= minuteOf(nowMs) + 1,
  };
}
