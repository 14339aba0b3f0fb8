import {
  exchangeHalves,
  type HalvedWords,
  halved,
  lowHalf,
  readHalves,
  type SharedWords,
  takeAt,
  type WordHalves,
} from '../../lib/word-halves.ts';

type CallVerdict = 'success' | 'failure';

type BreakerState = 'closed' | 'open' | 'half-open';

export const BREAKER = {
  /** The failure rate is taken over the current and the previous span. */
  spanMs: 5000,
  callsMin: 20,
  failureShareMax: 0.5,
  pauseMsMin: 2000,
  pauseMsMax: 60_000,
  /** A probe without a result after this time is taken for lost: its process has ended. */
  probeMsMax: 10_000,
} as const;

/** Two counters, for even and odd spans, and the state. */
const BREAKER_WORDS = 3;
const STATE_WORD = 2;

const STATES: readonly BreakerState[] = ['closed', 'open', 'half-open'];
const CLOSED = 0;
const OPEN = 1;
const HALF_OPEN = 2;
const CLOSED_WORD = 0n;

/** Counts are halved before they exceed sixteen bits. The failure rate stays the same. */
const COUNT_MAX = 60_000;

type BreakerPosition = { readonly phase: number; readonly level: number; readonly untilMs: number };

const positionOf = (word: bigint): BreakerPosition => ({
  phase: Number(word & 0xffn),
  level: Number((word >> 8n) & 0xffn),
  untilMs: Number(word >> 16n),
});

const wordOf = ({ phase, level, untilMs }: BreakerPosition): bigint =>
  (BigInt(Math.floor(untilMs)) << 16n) | (BigInt(level) << 8n) | BigInt(phase);

/** A level has eight bits. */
const LEVEL_MAX = 0xff;
const nextLevel = (level: number) => Math.min(level + 1, LEVEL_MAX);

const pauseMs = (level: number) => Math.min(BREAKER.pauseMsMin * 2 ** level, BREAKER.pauseMsMax);

/**
 * A circuit breaker: it stops calls to a partner that fails most of the time, and sends single probes to
 * find out when the partner works again. Its state is in memory that all worker processes share, so they
 * count the same failures and only one of them sends the probe.
 */
function createBreaker(words: SharedWords, nowMs: () => number) {
  const memory = halved(words);
  const change = (from: bigint, to: BreakerPosition) =>
    Atomics.compareExchange(words, STATE_WORD, from, wordOf(to)) === from;

  /** A breaker that is closed is a word of zeros. */
  const isClosed = () => (Atomics.load(memory.halves, lowHalf(STATE_WORD)) & 0xff) === CLOSED;

  /** Whether a call may be made now. While the breaker is half-open, `true` is given to one probe. */
  function allows(): boolean {
    if (isClosed()) return true;
    const word = Atomics.load(words, STATE_WORD);
    const { phase, level, untilMs } = positionOf(word);
    if (phase === CLOSED) return true;
    const now = nowMs();
    if (now < untilMs) return false;
    // The process that changes the word sends the probe.
    return change(word, { phase: HALF_OPEN, level, untilMs: now + BREAKER.probeMsMax });
  }

  function record(result: CallVerdict): void {
    const now = nowMs();
    if (!isClosed()) {
      recordProbe(result, now);
      return;
    }
    const span = Math.floor(now / BREAKER.spanMs);
    const current = countCall(memory, span, result);
    const previous = tallyOf(readHalves(memory, (span - 1) % 2), span - 1);
    const calls = current.calls + previous.calls;
    const failures = current.failures + previous.failures;
    if (calls < BREAKER.callsMin || failures / calls < BREAKER.failureShareMax) return;
    change(CLOSED_WORD, { phase: OPEN, level: 1, untilMs: now + pauseMs(0) });
  }

  /** A call that was sent before the breaker opened does not count. */
  function recordProbe(result: CallVerdict, now: number): void {
    const word = Atomics.load(words, STATE_WORD);
    const { phase, level } = positionOf(word);
    if (phase !== HALF_OPEN) return;
    const next =
      result === 'success'
        ? { phase: CLOSED, level: 0, untilMs: 0 }
        : { phase: OPEN, level: nextLevel(level), untilMs: now + pauseMs(level) };
    if (change(word, next) && result === 'success') clearCounts();
  }

  function clearCounts(): void {
    Atomics.store(words, 0, 0n);
    Atomics.store(words, 1, 0n);
  }

  return {
    allows,
    record,
    state: (): BreakerState =>
      STATES[positionOf(Atomics.load(words, STATE_WORD)).phase] ?? 'closed',
  };
}

/** A tally has the span in the upper half of its word, then the calls and the failures. */
type CallTally = { readonly calls: number; readonly failures: number };

const SPANS = 2 ** 32;
const CALLS_UNIT = 2 ** 16;

/** Counts a call in its span, together with the other processes: by one addition, unless it is the first of the span. */
function countCall(memory: HalvedWords, span: number, result: CallVerdict): CallTally {
  const { halves } = memory;
  const index = span % 2;
  const failed = result === 'success' ? 0 : 1;
  while (true) {
    const found = readHalves(memory, index);
    const { calls, failures } = tallyOf(found, span);
    if (calls > 0 && calls < COUNT_MAX) {
      return tallyOfHalf(
        Atomics.add(halves, lowHalf(index), CALLS_UNIT + failed) + CALLS_UNIT + failed,
      );
    }
    const scale = calls >= COUNT_MAX ? 2 : 1;
    const next = {
      calls: Math.floor(calls / scale) + 1,
      failures: Math.floor(failures / scale) + failed,
    };
    const low = next.calls * CALLS_UNIT + next.failures;
    if (exchangeHalves(memory, index, found, { high: span % SPANS, low })) return next;
  }
}

function tallyOf({ high, low }: WordHalves, span: number): CallTally {
  return high === span % SPANS ? tallyOfHalf(low) : { calls: 0, failures: 0 };
}

function tallyOfHalf(low: number): CallTally {
  return { calls: Math.floor(low / CALLS_UNIT), failures: low % CALLS_UNIT };
}

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
