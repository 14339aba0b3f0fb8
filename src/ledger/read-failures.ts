import type { Log } from '../lib/log.ts';
import type { ReadFailure } from './read-journals.ts';

/** Logs each segment that cannot be read once, until it can be. */
export type ReadFailures = {
  /** Takes all that fail now. Throws the first of them. */
  readonly report: (failures: readonly ReadFailure[]) => void;
};

export function createReadFailures(log: Log): ReadFailures {
  let told: ReadonlySet<string> = new Set();
  return {
    report(failures) {
      for (const { segment, error } of failures) {
        if (told.has(segment)) continue;
        log.error(
          { segment, reason: error.message },
          'a journal cannot be read: what it has behind this place waits until it can, or until the file is moved away',
        );
      }
      told = new Set(failures.map(({ segment }) => segment));
      const [first] = failures;
      if (first === undefined) return;
      throw new Error(`${first.segment}: ${first.error.message}`, { cause: first.error });
    },
  };
}
