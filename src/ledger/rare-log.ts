import type { Log } from '../lib/log.ts';

const GIVEN_UP_LOG_MS = 60_000;

/**
 * Logs a partner at most once a minute, since a partner that is down has thousands of calls given up. The reason is
 * that of the last one.
 */
export function createGivenUpLog(log: Log): (partner: string, reason: string) => void {
  const logged = new Map<string, { readonly untilMs: number; count: number }>();
  return (partner, reason) => {
    const now = performance.now();
    const last = logged.get(partner);
    if (last !== undefined && now < last.untilMs) {
      last.count++;
      return;
    }
    const count = (last?.count ?? 0) + 1;
    log.warn({ partner, count, reason }, 'calls that a partner did not accept are given up');
    logged.set(partner, { untilMs: now + GIVEN_UP_LOG_MS, count: 0 });
  };
}
