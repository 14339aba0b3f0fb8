/** How long the event loop is held up, found out by a timer that should fire at even intervals. */
export type Pulse = {
  /** The longest delay of this span and of the one before. */
  readonly delayMs: () => number;
  /** To be called at even intervals of `PULSE_MS`. */
  readonly beat: () => void;
};

export type Health = { readonly delayMs: number; readonly memoryBytes: number };

export const PULSE_MS = 100;
const BEATS_PER_REPORT = 10;

/** Reports on this process once a second, until the function that comes back is called. */
export function watchProcess(report: (health: Health) => void, tickMs: () => number): () => void {
  const pulse = createPulse(tickMs);
  let beats = 0;
  const timer = setInterval(() => {
    pulse.beat();
    if (++beats % BEATS_PER_REPORT > 0) return;
    report({ delayMs: pulse.delayMs(), memoryBytes: process.memoryUsage.rss() });
  }, PULSE_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** As long as Prometheus usually waits between two looks, with the span before. */
const SPAN_MS = 10_000;

export function createPulse(tickMs: () => number): Pulse {
  let lastMs = tickMs();
  let spanStartMs = lastMs;
  let worstMs = 0;
  let worstBeforeMs = 0;
  return {
    delayMs: () => Math.max(worstMs, worstBeforeMs),
    beat() {
      const now = tickMs();
      if (now - spanStartMs >= SPAN_MS) {
        spanStartMs = now;
        worstBeforeMs = worstMs;
        worstMs = 0;
      }
      worstMs = Math.max(worstMs, now - lastMs - PULSE_MS);
      lastMs = now;
    },
  };
}
