/**
 * Rejects requests when there are more than this process can serve. The event loop takes all requests that have
 * arrived as one batch and serves them one by one, so a request has waited at least for the age of its batch.
 * Requests of a batch that is too old are rejected at once.
 */
export type Shedder = {
  /** Counts one request, and says whether to reject it. */
  readonly sheds: () => boolean;
};

/** A request may wait twice as long: it arrives during one batch and is served in the next. */
export const BATCH_MS_MAX = 40;

/** Something else held up a batch that is old after fewer requests; rejecting requests would not help. */
export const BATCH_REQUESTS_MIN = 10;

export type ShedderOptions = {
  readonly tickMs: () => number;
  /** Calls back after the current batch. */
  readonly afterBatch: (callback: () => void) => void;
};

export function createShedder({ tickMs, afterBatch }: ShedderOptions): Shedder {
  let startMs: number | undefined;
  let requests = 0;
  const end = () => {
    startMs = undefined;
  };
  return {
    sheds() {
      const now = tickMs();
      if (startMs === undefined) {
        startMs = now;
        requests = 1;
        afterBatch(end);
        return false;
      }
      return ++requests > BATCH_REQUESTS_MIN && now - startMs > BATCH_MS_MAX;
    },
  };
}
