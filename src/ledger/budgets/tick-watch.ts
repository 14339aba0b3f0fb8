import { silentWords } from '../drain.ts';

/** One that fails is repeated every second. */
const FAILING_MS_MAX = 3000;
/** Longer than a database may leave a question without an answer. */
const SILENT_MS_MAX = 12_000;

/**
 * Why budgets have not been checked for some time. They are checked every second, in a transaction that writes: on a
 * machine without traffic, nothing else notices that the database cannot be used.
 */
export function createTickWatch(
  reason: () => string | undefined,
  tickMs: () => number = () => performance.now(),
) {
  let checkedMs = tickMs();
  return {
    checked(): void {
      checkedMs = tickMs();
    },
    reason(): string | undefined {
      const ms = tickMs() - checkedMs;
      const last = reason();
      if (last !== undefined) return ms > FAILING_MS_MAX ? last : undefined;
      return ms > SILENT_MS_MAX ? silentWords(ms) : undefined;
    },
  };
}
