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

type BreakerWords = BigUint64Array<ArrayBufferLike>;

/** Two counters, for even and odd spans, and the state. */
export const BREAKER_WORDS = 3;
const STATE_WORD = 2;

const STATES: readonly BreakerState[] = ['closed', 'open', 'half-open'];
const CLOSED = 0;
const OPEN = 1;
const HALF_OPEN = 2;

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
export function createBreaker(words: BreakerWords, nowMs: () => number) {
  const change = (from: bigint, to: BreakerPosition) =>
    Atomics.compareExchange(words, STATE_WORD, from, wordOf(to)) === from;

  /** Whether a call may be made now. While the breaker is half-open, `true` is given to one probe. */
  function allows(): boolean {
    const word = Atomics.load(words, STATE_WORD);
    if (word === 0n) return true;
    const { phase, level, untilMs } = positionOf(word);
    if (phase === CLOSED) return true;
    const now = nowMs();
    if (now < untilMs) return false;
    // The process that changes the word sends the probe.
    return change(word, { phase: HALF_OPEN, level, untilMs: now + BREAKER.probeMsMax });
  }

  function record(result: CallVerdict): void {
    const now = nowMs();
    const word = Atomics.load(words, STATE_WORD);
    const { phase, level } = positionOf(word);
    // A call that was sent before the breaker opened does not count.
    if (phase === OPEN) return;
    if (phase === HALF_OPEN) {
      const next =
        result === 'success'
          ? { phase: CLOSED, level: 0, untilMs: 0 }
          : { phase: OPEN, level: nextLevel(level), untilMs: now + pauseMs(level) };
      if (change(word, next) && result === 'success') clearCounts();
      return;
    }
    const span = Math.floor(now / BREAKER.spanMs);
    const current = countCall(words, span, result);
    const previous = tallyOf(Atomics.load(words, (span - 1) % 2), span - 1);
    const calls = current.calls + previous.calls;
    const failures = current.failures + previous.failures;
    if (calls < BREAKER.callsMin || failures / calls < BREAKER.failureShareMax) return;
    change(word, { phase: OPEN, level: 1, untilMs: now + pauseMs(0) });
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

/** Counts a call in its span, together with the other processes. */
function countCall(words: BreakerWords, span: number, result: CallVerdict): CallTally {
  while (true) {
    const word = Atomics.load(words, span % 2);
    const { calls, failures } = tallyOf(word, span);
    const scale = calls >= COUNT_MAX ? 2 : 1;
    const next = {
      calls: Math.floor(calls / scale) + 1,
      failures: Math.floor(failures / scale) + (result === 'success' ? 0 : 1),
    };
    if (Atomics.compareExchange(words, span % 2, word, tallyWord(span, next)) === word) return next;
  }
}

type CallTally = { readonly calls: number; readonly failures: number };

function tallyOf(word: bigint, span: number): CallTally {
  if (Number(word >> 32n) !== span % 2 ** 32) return { calls: 0, failures: 0 };
  return { calls: Number((word >> 16n) & 0xffffn), failures: Number(word & 0xffffn) };
}

function tallyWord(span: number, { calls, failures }: CallTally): bigint {
  return (BigInt(span % 2 ** 32) << 32n) | (BigInt(calls) << 16n) | BigInt(failures);
}
