/** How long the event loop is held up, found out by a timer that should fire at even intervals. */
export type Pulse = {
  /** The longest delay of this span and of the one before. */
  readonly delayMs: () => number;
  /** To be called at even intervals of `PULSE_MS`. */
  readonly beat: () => void;
};

export const PULSE_MS = 100;

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
