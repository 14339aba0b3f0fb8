/**
 * Refuses requests when there are more than this process can serve. An event loop takes all requests that
 * have arrived as one batch and serves them one by one. A request late in the batch has waited as long as the
 * batch is old, so the age of the batch is the queueing delay. A request that would wait too long is refused.
 */
export type Shedder = {
  /** Whether to refuse this request. */
  readonly sheds: () => boolean;
};

/** A request may wait twice as long: it arrives during one batch and is served in the next. */
export const BATCH_MS_MAX = 40;

/** A batch that is old after a few requests was blocked by something that shedding does not help against. */
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
