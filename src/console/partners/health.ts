import type { PartnerRow } from '../api.ts';

export type Health = { readonly kind: 'good' | 'warn' | 'bad' | 'quiet'; readonly words: string };

/** A larger share of timeouts is shown as a warning. */
const TIMEOUT_SHARE_MAX = 0.05;
const FAILED_SHARE_MAX = 0.05;

/** The worst current condition of a partner. */
export function healthOf(row: PartnerRow): Health {
  const { isPaused, breaker, asked, answered, timeouts } = row;
  if (isPaused) return { kind: 'quiet', words: 'Paused by an operator' };
  if (breaker === 'open')
    return { kind: 'bad', words: 'Circuit breaker open after too many failures' };
  if (breaker === 'half-open') return { kind: 'warn', words: 'Being tried again' };
  if (asked === 0) return { kind: 'quiet', words: 'Not asked lately' };
  if (timeouts / asked > TIMEOUT_SHARE_MAX) return { kind: 'warn', words: 'Often too late' };
  const failed = asked - answered - timeouts;
  if (failed / asked > FAILED_SHARE_MAX) return { kind: 'warn', words: 'Often fails' };
  return { kind: 'good', words: 'Healthy' };
}
