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

/** How a line of the log stands for requests that have none. */
export type Sampled = {
  /** How many requests the line stands for, as an estimate. */
  readonly oneIn: number;
  /** How many requests before this one have no line, since the last line. */
  readonly leftOut: number;
};

/** The sampler with a count of the requests that it has not picked. */
export function countLeftOut(sampler: Sampler): { readonly take: () => Sampled | undefined } {
  let leftOut = 0;
  return {
    take() {
      const oneIn = sampler.take();
      if (oneIn === 0) {
        leftOut++;
        return undefined;
      }
      const sampled = { oneIn, leftOut };
      leftOut = 0;
      return sampled;
    },
  };
}

/** The facts about one request in the log: about an account, never about a person. */
export type RequestLine = {
  readonly requestId: string;
  readonly outcome: string;
  /** Of a refused request: the error code, and the field at fault. */
  readonly code?: string;
  readonly field?: string | undefined;
  /** The reason of an empty answer, or the sentence about the error. */
  readonly reason: string | undefined;
  readonly tookMs: number;
  readonly publisher: string | undefined;
};

const PUBLISHER_LENGTH_MAX = 128;
const FIELD_LENGTH_MAX = 200;
const REASON_LENGTH_MAX = 500;

/** Names each field it takes, so that nothing else a caller passes along can get into the log. */
export function requestLine(facts: RequestLine): RequestLine {
  const { requestId, outcome, code, field, reason, tookMs, publisher } = facts;
  return {
    requestId,
    outcome,
    ...(code === undefined ? {} : { code, field: field?.slice(0, FIELD_LENGTH_MAX) }),
    reason: reason?.slice(0, REASON_LENGTH_MAX),
    tookMs: Math.round(tookMs * 100) / 100,
    publisher: publisher?.slice(0, PUBLISHER_LENGTH_MAX),
  };
}
