import { takeAt } from '../limits/window-words.ts';
import { BREAKER_WORDS, type Breaker, type BreakerState, createBreaker } from './breaker.ts';

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

/** The counter of this second, then the breaker's words: one for the machine, whatever its processes. */
export const GATE_WORDS = 1 + BREAKER_WORDS;
const QPS_WORD = 0;

export type GateOptions = {
  readonly qpsMax: number | undefined;
  readonly words: BigUint64Array<ArrayBufferLike>;
  readonly nowMs: () => number;
};

export function createGate({ qpsMax, words, nowMs }: GateOptions): Gate {
  const breaker = createBreaker(words.subarray(1), nowMs);
  let inFlight = 0;

  return {
    enter() {
      if (inFlight >= IN_FLIGHT_MAX) return 'in-flight-cap';
      if (qpsMax !== undefined) {
        const second = Math.floor(nowMs() / 1000);
        if (takeAt(words, QPS_WORD, second, qpsMax) === undefined) return 'qps-cap';
      }
      // Last, because a half-open breaker's yes is spent by asking.
      if (!breaker.allows()) return 'breaker-open';
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
