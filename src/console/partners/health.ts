import type { PartnerRow } from '../api.ts';
import { share } from '../ui/format.ts';

export type Health = { readonly kind: 'good' | 'warn' | 'bad' | 'quiet'; readonly words: string };

/** A larger share of calls that failed or were late is shown as a warning. */
const TROUBLED_SHARE_MAX = 0.05;

/** The worst current condition of a partner. */
export function healthOf(row: PartnerRow): Health {
  const { isPaused, breaker, asked, answered, timeouts } = row;
  if (isPaused) return { kind: 'quiet', words: 'Paused by an operator' };
  if (breaker === 'open')
    return { kind: 'bad', words: 'Circuit breaker open after too many failures' };
  if (breaker === 'half-open') return { kind: 'warn', words: 'Being tried again' };
  if (asked === 0) return { kind: 'quiet', words: 'Not asked lately' };
  const failed = Math.max(0, asked - answered - timeouts);
  const isTroubled = (calls: number) => calls / asked > TROUBLED_SHARE_MAX;
  // Of two troubles the larger one is named.
  if (isTroubled(failed) && failed >= timeouts) {
    return { kind: 'warn', words: `${share(failed, asked)} of the calls fail` };
  }
  if (isTroubled(timeouts)) {
    return { kind: 'warn', words: `${share(timeouts, asked)} of the answers are too late` };
  }
  return { kind: 'good', words: 'Healthy' };
}
