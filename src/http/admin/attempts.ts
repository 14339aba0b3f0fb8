/** Guesses at the token, counted by the minute: few for an address, and not many for all together. */
export type Attempts = {
  /** How long this address has to wait before its next guess is looked at; 0: not at all. */
  readonly waitMs: (address: string) => number;
  readonly countFailure: (address: string) => void;
  readonly countSuccess: (address: string) => void;
};

const WINDOW_MS = 60_000;
export const FAILURES_PER_ADDRESS_MAX = 5;
export const FAILURES_MAX = 200;
/** A minute touches two windows of all: nobody is forgotten within it. */
const ADDRESSES_MAX = 2 * FAILURES_MAX;

/** Addresses that showed the right token last: what others guess does not lock them out. */
const TRUSTED_MAX = 200;

type Window = { readonly startMs: number; readonly count: number };

export function createAttempts(
  nowMs: () => number,
  /** Told when an address has to wait. */
  onLockOut: (address: string) => void,
): Attempts {
  const windows = new Map<string, Window>();
  const trusted = new Set<string>();
  let all: Window | undefined;

  const current = (window: Window | undefined): Window =>
    window !== undefined && nowMs() - window.startMs < WINDOW_MS
      ? window
      : { startMs: nowMs(), count: 0 };
  const plusOne = ({ startMs, count }: Window): Window => ({ startMs, count: count + 1 });
  const rest = ({ startMs }: Window) => startMs + WINDOW_MS - nowMs();

  return {
    waitMs(address) {
      const own = current(windows.get(address));
      if (own.count >= FAILURES_PER_ADDRESS_MAX) return rest(own);
      if (trusted.has(address)) return 0;
      return current(all).count >= FAILURES_MAX ? rest(current(all)) : 0;
    },
    countFailure(address) {
      const next = plusOne(current(windows.get(address)));
      windows.delete(address);
      windows.set(address, next);
      const [oldest] = windows.keys();
      if (windows.size > ADDRESSES_MAX && oldest !== undefined) windows.delete(oldest);
      all = plusOne(current(all));
      if (next.count === FAILURES_PER_ADDRESS_MAX) onLockOut(address);
    },
    countSuccess(address) {
      trusted.delete(address);
      trusted.add(address);
      const [oldest] = trusted;
      if (trusted.size > TRUSTED_MAX && oldest !== undefined) trusted.delete(oldest);
    },
  };
}
