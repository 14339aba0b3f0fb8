/**
 * Turns requests away when there are more than this process can serve. An event loop takes what has
 * arrived as one batch and serves it one by one; what comes late in a batch has waited as long as the batch
 * is old. So the age of the batch is the delay, measured, and whoever would wait too long is told at once.
 */
export type Shedder = {
  /** Whether to turn this request away. */
  readonly sheds: () => boolean;
};

/** A request may wait twice as long: it arrives at any time during one batch and is served in the next. */
export const BATCH_MS_MAX = 40;

/** A batch that is old after a few requests was held up by something that turning them away does not mend. */
export const BATCH_REQUESTS_MIN = 10;

export type ShedderOptions = {
  readonly tickMs: () => number;
  /** Calls back when the batch under way is over. */
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
