import { takeAt } from '../../lib/window-words.ts';
import { halved, type SharedWords } from '../../lib/word-halves.ts';
import { BREAKER_WORDS, createBreaker } from './breaker.ts';

export type Gate = ReturnType<typeof createGate>;

export type GateRefusal = 'qps-cap' | 'in-flight-cap' | 'breaker-open';

/** Concurrent calls to one partner in this process. */
export const IN_FLIGHT_MAX = 300;

/** The counter of the current second, then the words of the breaker. All processes of a machine share them. */
export const GATE_WORDS = 1 + BREAKER_WORDS;
const QPS_WORD = 0;

type GateOptions = {
  readonly words: SharedWords;
  readonly nowMs: () => number;
};

/** The caps and the circuit breaker of one HTTP partner, so that its failures do not affect other partners. */
export function createGate({ words, nowMs }: GateOptions) {
  const memory = halved(words);
  const breaker = createBreaker(words.subarray(1), nowMs);
  let inFlight = 0;

  return {
    /** Admits one call, or returns the reason why not. The cap is that of the call: it may change from one to the next. */
    enter(qpsMax: number | undefined): GateRefusal | undefined {
      if (inFlight >= IN_FLIGHT_MAX) return 'in-flight-cap';
      if (qpsMax !== undefined) {
        const second = Math.floor(nowMs() / 1000);
        if (takeAt(memory, QPS_WORD, second, qpsMax) === undefined) return 'qps-cap';
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
