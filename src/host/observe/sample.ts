import type { Runtime } from '../../lib/runtime.ts';

/** Caps the lines of a second with far more requests than the one before. */
const BURST = 2;

export type Sampler = ReturnType<typeof createSampler>;

/** Picks requests for the log: every request at a low rate, one in `oneIn` at a higher rate. */
export function createSampler(
  linesPerSecond: number,
  { nowMs, chance }: Pick<Runtime, 'nowMs' | 'chance'>,
) {
  let second = Math.floor(nowMs() / 1000);
  let requests = 0;
  let lines = 0;
  /** How many requests a line stands for, as an estimate. */
  let oneIn = 1;
  /** How many requests have no line, since the last line. */
  let leftOut = 0;
  return {
    /** undefined if the request gets no line. */
    take() {
      const now = Math.floor(nowMs() / 1000);
      if (now !== second) {
        // After an idle second the last count does not predict the rate.
        oneIn = now === second + 1 ? Math.max(1, Math.ceil(requests / linesPerSecond)) : 1;
        second = now;
        requests = 0;
        lines = 0;
      }
      requests++;
      if (lines >= linesPerSecond * BURST || chance() * oneIn >= 1) {
        leftOut++;
        return undefined;
      }
      lines++;
      const sampled = { oneIn, leftOut };
      leftOut = 0;
      return sampled;
    },
  };
}
