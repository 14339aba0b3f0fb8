import { minuteOf } from './account.ts';
import { RING_MINUTES } from './slice-memory.ts';
import { addTo, type SliceState } from './slice-state.ts';
import { expiredMinute, type SupervisorSlices } from './supervisor-slices.ts';

/** Ends reservations whose sales were neither billed nor lost in time. */
export type ReservationExpiry = {
  /**
   * `caughtUpMs`: every fact that any machine recorded before is in the ledger. Later facts may still lie in
   * journals, and a bill among them needs its reservation.
   */
  readonly expire: (nowMs: number, caughtUpMs: number) => void;
  /** Whether the slices still have the reservations of this minute. */
  readonly isKept: (minute: number, nowMs: number) => boolean;
};

export function createReservationExpiry(
  states: readonly SliceState[],
  slices: SupervisorSlices,
  startMs: number,
): ReservationExpiry {
  let expiredThrough = expiredMinute(startMs);

  return {
    expire(nowMs, caughtUpMs) {
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
    isKept: (minute, nowMs) => minute > expiredThrough && minute <= minuteOf(nowMs) + 1,
  };
}
