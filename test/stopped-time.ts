import { jest } from 'bun:test';

/**
 * Stops the time of this process: timers, `Date.now` and `performance.now` go on only as far as a test says.
 * Sockets work as ever, so that a test with real servers can be about time and not depend on the machine.
 */
export function stopTime(): void {
  jest.useFakeTimers();
}

/** For `afterEach`. */
export function letTimeRun(): void {
  jest.useRealTimers();
}

/** Lets time go on by this much, a millisecond for each round of the event loop. */
export async function passTime(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed++) {
    jest.advanceTimersByTime(1);
    await turn();
  }
}

/** Waits, while time stands still, for something that needs none. */
export async function untilSo(isSo: () => boolean): Promise<void> {
  while (!isSo()) await turn();
}

/** One round of the event loop, which takes what has come in on sockets. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(() => resolve());
  });
}
