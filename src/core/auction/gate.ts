import { halved, type SharedWords, takeAt } from '../../lib/word-halves.ts';
import type { SkipReason } from './answer-kinds.ts';

type BreakerState = 'closed' | 'open' | 'half-open';

export const BREAKER = {
  /** The failure rate is taken over the current and the previous span. */
  spanMs: 5000,
  callsMin: 20,
  failureShareMax: 0.5,
  pauseMsMin: 2000,
  pauseMsMax: 60_000,
  /** A probe without a result after this time is taken for lost. */
  probeMsMax: 10_000,
} as const;

/**
 * A circuit breaker: it stops calls to a partner that fails most of the time, and sends single probes to find out when the
 * partner works again. Each process has its own: a partner that fails, fails for all of them.
 */
function createBreaker(nowMs: () => number) {
  let state: BreakerState = 'closed';
  let pauseMs: number = BREAKER.pauseMsMin;
  /** Until then no call is made, or the probe that is out is waited for. */
  let untilMs = 0;
  let span = 0;
  let current = { calls: 0, failures: 0 };
  let previous = current;

  function count(isFailure: boolean): void {
    const now = Math.floor(nowMs() / BREAKER.spanMs);
    if (now !== span) {
      previous = now === span + 1 ? current : { calls: 0, failures: 0 };
      current = { calls: 0, failures: 0 };
      span = now;
    }
    current.calls++;
    if (isFailure) current.failures++;
  }

  function open(): void {
    state = 'open';
    untilMs = nowMs() + pauseMs;
    pauseMs = Math.min(2 * pauseMs, BREAKER.pauseMsMax);
  }

  function close(): void {
    state = 'closed';
    pauseMs = BREAKER.pauseMsMin;
    current = { calls: 0, failures: 0 };
    previous = current;
  }

  return {
    /** Whether a call may be made now. Where the breaker is not closed, one that may is the probe. */
    allows(): boolean {
      if (state === 'closed') return true;
      const now = nowMs();
      if (now < untilMs) return false;
      state = 'half-open';
      untilMs = now + BREAKER.probeMsMax;
      return true;
    },
    record(isSuccess: boolean): void {
      // A call that was sent before the breaker opened does not count.
      if (state === 'open') return;
      if (state === 'half-open') {
        if (isSuccess) close();
        else open();
        return;
      }
      count(!isSuccess);
      const calls = current.calls + previous.calls;
      const failures = current.failures + previous.failures;
      if (calls >= BREAKER.callsMin && failures / calls >= BREAKER.failureShareMax) open();
    },
    state: () => state,
  };
}

export type Gate = ReturnType<typeof createGate>;

/** Concurrent calls to one partner in this process. */
export const IN_FLIGHT_MAX = 300;

/** The calls of the current second. All processes of a machine share them. */
export const GATE_WORDS = 1;

type GateOptions = {
  readonly words: SharedWords;
  readonly nowMs: () => number;
};

/** The caps and the circuit breaker of one HTTP partner, so that its failures do not affect other partners. */
export function createGate({ words, nowMs }: GateOptions) {
  const memory = halved(words);
  const breaker = createBreaker(nowMs);
  let inFlight = 0;

  return {
    /** Admits one call, or returns the reason why not. The cap is that of the call: it may change from one to the next. */
    enter(qpsMax: number | undefined): SkipReason | undefined {
      if (inFlight >= IN_FLIGHT_MAX) return 'in-flight-cap';
      if (qpsMax !== undefined) {
        const second = Math.floor(nowMs() / 1000);
        if (takeAt(memory, 0, second, qpsMax) === undefined) return 'qps-cap';
      }
      // Last, because asking a half-open breaker uses up its probe.
      if (!breaker.allows()) return 'breaker-open';
      inFlight++;
      return undefined;
    },
    /** The call has ended and its connection is free. */
    leave(): void {
      inFlight--;
    },
    /** Whether the call succeeded before the deadline. */
    record: breaker.record,
    breakerState: breaker.state,
  };
}
