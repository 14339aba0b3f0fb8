/** Of one key, within the time that a signature may be valid. Further ones are refused until some have ended. */
export const NONCES_MAX = 20_000;

export type Nonces = ReturnType<typeof createNonces>;

/**
 * The nonces of signatures that were accepted, each for as long as its signature could be sent again. In the memory of
 * one machine: another one would take a copy, and it would change nothing there, since the signed body has the
 * idempotency key of the change.
 */
export function createNonces() {
  /** By key, then by nonce: the second from which it is forgotten. Those that were added first come first. */
  const seen = new Map<string, Map<string, number>>();

  function ofKey(key: string, nowSec: number): Map<string, number> {
    const kept = seen.get(key) ?? new Map<string, number>();
    for (const [nonce, untilSec] of kept) {
      if (untilSec > nowSec) break;
      kept.delete(nonce);
    }
    return kept;
  }

  return {
    look(key: string, nonce: string, nowSec: number): 'new' | 'used' | 'full' {
      const kept = ofKey(key, nowSec);
      if (kept.has(nonce)) return 'used';
      return kept.size >= NONCES_MAX ? 'full' : 'new';
    },
    /** Every one is kept for the same time, so that they end in the order in which they came. */
    add(key: string, nonce: string, nowSec: number, keptSec: number): void {
      const kept = ofKey(key, nowSec);
      kept.set(nonce, nowSec + keptSec);
      seen.set(key, kept);
    },
  };
}
