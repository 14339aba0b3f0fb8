/** Picks requests for the log: every request at a low rate, one in `oneIn` at a higher rate. */
export type Sampler = {
  /** undefined if the request gets no line. */
  readonly take: () => Sampled | undefined;
};

/** How a line of the log stands for requests that have none. */
export type Sampled = {
  /** How many requests the line stands for, as an estimate. */
  readonly oneIn: number;
  /** How many requests before this one have no line, since the last line. */
  readonly leftOut: number;
};

export type SamplerParts = {
  readonly linesPerSecond: number;
  readonly nowMs: () => number;
  readonly chance: () => number;
};

/** Caps the lines of a second with far more requests than the one before. */
const BURST = 2;

export function createSampler({ linesPerSecond, nowMs, chance }: SamplerParts): Sampler {
  let second = Math.floor(nowMs() / 1000);
  let requests = 0;
  let lines = 0;
  let oneIn = 1;
  let leftOut = 0;
  return {
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
