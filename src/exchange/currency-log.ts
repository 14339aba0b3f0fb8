import type { Log } from '../lib/log.ts';
import type { Warning } from '../openrtb/bid-response.ts';

/** Lines of one worker are at least this far apart. */
export const CURRENCY_LINE_MS_MIN = 1000;

/**
 * Logs price filters whose currency is unknown (ruling 46), at the default level and at a bounded rate: a
 * line says how many the log left out since the one before.
 */
export function createCurrencyLog(
  log: Log,
  nowMs: () => number,
): (requestId: string, warnings: readonly Warning[]) => void {
  let nextMs = Number.NEGATIVE_INFINITY;
  let leftOut = 0;
  return (requestId, warnings) => {
    for (const { code, field, reason } of warnings) {
      if (code !== 'CURRENCY_UNKNOWN') continue;
      const now = nowMs();
      if (now < nextMs) {
        leftOut++;
        continue;
      }
      log.info({ requestId, field, reason, leftOut }, 'unknown currency of a price filter');
      nextMs = now + CURRENCY_LINE_MS_MIN;
      leftOut = 0;
    }
  };
}
