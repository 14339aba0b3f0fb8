import { silentFor } from '../diagnose.ts';
import type { FaultReason } from '../fault-log.ts';

/** One that fails is repeated every second. */
const FAILING_MS_MAX = 3000;
/** Longer than a database may leave a question without an answer. */
const SILENT_MS_MAX = 12_000;

const CHECKED: FaultReason = { reason: undefined, advice: undefined };

/**
 * Why budgets have not been checked for some time. They are checked every second, in a transaction that writes: on a
 * machine without traffic, nothing else notices that the database cannot be used.
 */
export function createTickWatch(
  fault: () => FaultReason,
  tickMs: () => number = () => performance.now(),
) {
  let checkedMs = tickMs();
  return {
    checked(): void {
      checkedMs = tickMs();
    },
    fault(): FaultReason {
      const ms = tickMs() - checkedMs;
      const last = fault();
      if (last.reason !== undefined) return ms > FAILING_MS_MAX ? last : CHECKED;
      if (ms <= SILENT_MS_MAX) return CHECKED;
      const { what, advice } = silentFor(ms);
      return { reason: what, advice };
    },
  };
}
