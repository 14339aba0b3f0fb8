import type { Machine } from './machine.ts';

/** Of ten that a machine has in a second. With fewer, this process or Redis stood still. */
const ROUNDS_MIN = 7;

/** So long a machine that was not heard of counts as new, and permits are where they are not needed. */
const WINDOWS = 5;

const windowNow = () => Math.floor(Date.now() / 1000);

/**
 * Finds the windows in which, and for some time before which, all machines asked Redis as often as they should. What is
 * admitted in the others depends on the CPU.
 */
export function createCalmWindows(machines: readonly Machine[]) {
  const roundsOf = () => machines.map(({ fleet }) => fleet.status()?.rounds ?? 0);
  const calm: number[] = [];
  let window = windowNow();
  let rounds = roundsOf();
  let inARow = 0;
  return {
    calm,
    /** Again and again, at least once in a window. Whether the window before this one was calm. */
    look(): boolean {
      const now = windowNow();
      if (now !== window) {
        const last = rounds;
        rounds = roundsOf();
        const isAsked = rounds.every((count, i) => count - (last[i] ?? 0) >= ROUNDS_MIN);
        inARow = isAsked ? inARow + 1 : 0;
        if (inARow >= WINDOWS) calm.push(window);
        // A window in which nobody looked.
        if (now > window + 1) inARow = 0;
        window = now;
      }
      return calm.at(-1) === now - 1;
    },
  };
}
