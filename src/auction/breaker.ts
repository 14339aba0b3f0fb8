/** Keeps calls away from a partner that mostly fails, and finds out by single probes when it is well again. */
export type Breaker = {
  /** Whether a call may be made now; a yes while half-open is the one probe. */
  readonly allows: () => boolean;
  readonly record: (isSuccess: boolean) => void;
  readonly state: () => BreakerState;
};

export type BreakerState = 'closed' | 'open' | 'half-open';

export const BREAKER = {
  /** Calls are judged over this and the previous span. */
  spanMs: 5000,
  callsMin: 20,
  failureShareMax: 0.5,
  pauseMsMin: 2000,
  pauseMsMax: 60_000,
} as const;

type Tally = { calls: number; failures: number };

export function createBreaker(tickMs: () => number): Breaker {
  let state: BreakerState = 'closed';
  let spanStart = tickMs();
  let current: Tally = { calls: 0, failures: 0 };
  let previous: Tally = { calls: 0, failures: 0 };
  let openUntil = 0;
  let pauseMs: number = BREAKER.pauseMsMin;

  function turnSpan(now: number): void {
    const spans = Math.floor((now - spanStart) / BREAKER.spanMs);
    if (spans === 0) return;
    previous = spans === 1 ? current : { calls: 0, failures: 0 };
    current = { calls: 0, failures: 0 };
    spanStart += spans * BREAKER.spanMs;
  }

  function open(now: number): void {
    state = 'open';
    openUntil = now + pauseMs;
    pauseMs = Math.min(pauseMs * 2, BREAKER.pauseMsMax);
  }

  function close(now: number): void {
    state = 'closed';
    pauseMs = BREAKER.pauseMsMin;
    current = { calls: 0, failures: 0 };
    previous = { calls: 0, failures: 0 };
    spanStart = now;
  }

  return {
    allows() {
      if (state === 'closed') return true;
      if (state === 'half-open' || tickMs() < openUntil) return false;
      state = 'half-open';
      return true;
    },
    record(isSuccess) {
      const now = tickMs();
      if (state === 'half-open') {
        if (isSuccess) close(now);
        else open(now);
        return;
      }
      // What was under way when the breaker opened says nothing new.
      if (state === 'open') return;
      turnSpan(now);
      current.calls++;
      if (!isSuccess) current.failures++;
      const calls = current.calls + previous.calls;
      const failures = current.failures + previous.failures;
      if (calls >= BREAKER.callsMin && failures / calls >= BREAKER.failureShareMax) open(now);
    },
    state: () => state,
  };
}
