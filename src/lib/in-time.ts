/** Timeouts for work that almost always finishes early: one interval for all costs less than a timer for each. */

const SWEEP_MS = 100;

type PendingTimeout = { readonly dueMs: number; readonly giveUp: () => void };

/**
 * The pending ones, each at an index of its own. Not a set: the tables that a busy set outgrows point to the next one, and
 * those that the collector has found alive once keep alive all that came after them until the next full collection.
 */
const waiting: (PendingTimeout | undefined)[] = [];
const freeIndexes: number[] = [];
let sweeper: Timer | undefined;

function sweep(): void {
  const now = performance.now();
  for (const [index, one] of waiting.entries()) {
    if (one === undefined || one.dueMs > now) continue;
    one.giveUp();
    forget(index, one);
  }
}

function remember(one: PendingTimeout): number {
  const index = freeIndexes.pop() ?? waiting.length;
  waiting[index] = one;
  sweeper ??= setInterval(sweep, SWEEP_MS);
  return index;
}

function forget(index: number, one: PendingTimeout): void {
  // It is gone already if its time was up.
  if (waiting[index] !== one) return;
  waiting[index] = undefined;
  freeIndexes.push(index);
  if (freeIndexes.length < waiting.length) return;
  waiting.length = 0;
  freeIndexes.length = 0;
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
    const index = remember(one);
    work.then(
      (value) => {
        forget(index, one);
        resolve(value);
      },
      (error: unknown) => {
        forget(index, one);
        reject(error);
      },
    );
  });
}

const NEVER_MS = 3_600_000;

/**
 * How long to wait before a request is refused or a question given up because this machine is too slow for it. The tests set
 * the variable where that is not their subject: on a busy machine they get no CPU for seconds.
 */
export const giveUpAfter = (limitMs: number): number =>
  process.env.PARLEY_TEST_PATIENT === undefined ? limitMs : NEVER_MS;
