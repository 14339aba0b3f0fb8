/** Samples requests for the log: every request at a low rate, one in `oneIn` at a higher rate. */
export type Sampler = {
  /** How many requests this one represents. 0 if it is not sampled. */
  readonly take: () => number;
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
      if (lines >= linesPerSecond * BURST || chance() * oneIn >= 1) return 0;
      lines++;
      return oneIn;
    },
  };
}

/** The log line of one request. It names a publisher, never a person. */
export type RequestLine = {
  readonly requestId: string;
  readonly outcome: string;
  /** The error code, or the reason of an empty answer. */
  readonly reason: string | undefined;
  readonly tookMs: number;
  readonly publisher: string | undefined;
};

const PUBLISHER_LENGTH_MAX = 128;

/** Copies each field by name, so that no other property of `facts` reaches the log. */
export function requestLine(facts: RequestLine, oneIn: number): RequestLine & { oneIn: number } {
  const { requestId, outcome, reason, tookMs, publisher } = facts;
  return {
    requestId,
    outcome,
    reason,
    tookMs: Math.round(tookMs * 100) / 100,
    publisher: publisher?.slice(0, PUBLISHER_LENGTH_MAX),
    oneIn,
  };
}
