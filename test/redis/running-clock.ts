const TICK_MS = 1;

/** The clock ticks at least this often while the process runs; a longer gap is a time when it did not. */
const GAP_MS_MAX = 3;

/**
 * Measures how long something waited on a machine that is busy with other things: time in which this
 * process did not get to run at all does not count.
 */
export function startRunningClock() {
  let lastMs = performance.now();
  let runMs = 0;
  const now = () => {
    const ms = performance.now();
    runMs += Math.min(ms - lastMs, GAP_MS_MAX);
    lastMs = ms;
    return runMs;
  };
  const timer = setInterval(now, TICK_MS);
  return { now, stop: () => clearInterval(timer) };
}
