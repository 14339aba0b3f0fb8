export type ProcessHealth = { readonly delayMs: number; readonly memoryBytes: number };

export const PULSE_MS = 100;
const BEATS_PER_REPORT = 10;

/** Reports on this process once a second. Returns a function that stops it. */
export function watchProcess(report: (health: ProcessHealth) => void, tickMs: () => number) {
  const pulse = createPulse(tickMs);
  let beats = 0;
  let memoryBytes = 0;
  const timer = setInterval(() => {
    pulse.beat();
    if (++beats % BEATS_PER_REPORT > 0) return;
    try {
      memoryBytes = process.memoryUsage.rss();
    } catch {
      // It opens a file: without a free descriptor the last figure stays.
    }
    report({ delayMs: pulse.delayMs(), memoryBytes });
  }, PULSE_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Two spans cover the usual scrape interval of Prometheus. */
const SPAN_MS = 10_000;

/** Measures the event loop delay with a timer that should fire at even intervals. */
export function createPulse(tickMs: () => number) {
  let lastMs = tickMs();
  let spanStartMs = lastMs;
  let worstMs = 0;
  let worstBeforeMs = 0;
  return {
    /** The longest delay in this span and the previous one. */
    delayMs: () => Math.max(worstMs, worstBeforeMs),
    /** Call it every `PULSE_MS`. */
    beat(): void {
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
