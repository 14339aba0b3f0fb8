/** Timeouts for work that almost always finishes early: one interval for all costs less than a timer for each. */

const SWEEP_MS = 100;

type PendingTimeout = { readonly dueMs: number; readonly giveUp: () => void };

const waiting = new Set<PendingTimeout>();
let sweeper: Timer | undefined;

function sweep(): void {
  const now = performance.now();
  for (const one of waiting) {
    if (one.dueMs > now) continue;
    one.giveUp();
    forget(one);
  }
}

function forget(one: PendingTimeout): void {
  waiting.delete(one);
  if (waiting.size > 0) return;
  clearInterval(sweeper);
  sweeper = undefined;
}

/** Resolves to the result of the work, or to `otherwise` after `waitMs`. A timeout may be up to `SWEEP_MS` late. */
export function inTime<T, U>(work: Promise<T>, waitMs: number, otherwise: U): Promise<T | U> {
  return new Promise((resolve, reject) => {
    const one: PendingTimeout = {
      dueMs: performance.now() + waitMs,
      giveUp: () => resolve(otherwise),
    };
    waiting.add(one);
    sweeper ??= setInterval(sweep, SWEEP_MS);
    work.then(
      (value) => {
        forget(one);
        resolve(value);
      },
      (error: unknown) => {
        forget(one);
        reject(error);
      },
    );
  });
}
