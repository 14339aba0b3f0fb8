import { jest } from 'bun:test';

/** Longer than anything waits that a test leaves behind. */
const SETTLE_MS = 10_000;

let isStopped = false;

/**
 * Stops the time of this process: timers, `Date.now` and `performance.now` go on only as far as a test says.
 * Sockets work as ever, so that a test with real servers can be about time and not depend on the machine.
 */
export function stopTime(): void {
  jest.useFakeTimers();
  isStopped = true;
}

/** For `afterEach`. Timers that are still set by then would never fire: first, those that are due at some time do. */
export function letTimeRun(): void {
  if (!isStopped) return;
  jest.advanceTimersByTime(SETTLE_MS);
  jest.useRealTimers();
  isStopped = false;
}

/** Lets time go on by this much, a millisecond for each round of the event loop. */
export async function passTime(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed++) {
    jest.advanceTimersByTime(1);
    await turn();
  }
}

/** Lets a long time go on, a second for each round of the event loop. */
export async function passSeconds(seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed++) {
    jest.advanceTimersByTime(1000);
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
