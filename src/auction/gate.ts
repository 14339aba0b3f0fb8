import { type Breaker, type BreakerState, createBreaker } from './breaker.ts';

/** What stands between the auction and one HTTP partner, so that its trouble stays its own. */
export type Gate = {
  /** Lets one call through, or says why not. */
  readonly enter: () => GateRefusal | undefined;
  /** The call's connection is free again. */
  readonly leave: () => void;
  /** How the call went, as far as the auction could wait for it. */
  readonly record: Breaker['record'];
  readonly breakerState: () => BreakerState;
};

export type GateRefusal = 'qps-cap' | 'in-flight-cap' | 'breaker-open';

/** Calls to one partner that may be under way at once in this process. */
export const IN_FLIGHT_MAX = 300;

export function createGate(options: {
  readonly qpsMax: number | undefined;
  readonly tickMs: () => number;
}): Gate {
  const { qpsMax = Number.POSITIVE_INFINITY, tickMs } = options;
  const breaker = createBreaker(tickMs);
  let inFlight = 0;
  let second = 0;
  let callsThisSecond = 0;

  return {
    enter() {
      if (inFlight >= IN_FLIGHT_MAX) return 'in-flight-cap';
      const now = Math.floor(tickMs() / 1000);
      if (now !== second) {
        second = now;
        callsThisSecond = 0;
      }
      if (callsThisSecond >= qpsMax) return 'qps-cap';
      // Last, because a half-open breaker's yes is spent by asking.
      if (!breaker.allows()) return 'breaker-open';
      callsThisSecond++;
      inFlight++;
      return undefined;
    },
    leave() {
      inFlight--;
    },
    record: breaker.record,
    breakerState: breaker.state,
  };
}
