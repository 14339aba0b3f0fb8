/** Work that can rest after each of its steps. A step is short. */
export type Steps<T> = Generator<void, T, void>;

/** How long work goes on before other events are handled. */
export type SlicePace = {
  /** Called at the begin of each slice. The returned function tells after each step whether the slice is over. */
  readonly startSlice: () => () => boolean;
  readonly rest: () => Promise<void>;
};

export function atOnce<T>(steps: Steps<T>, afterStep: (count: number) => void = () => {}): T {
  for (let count = 1; ; count++) {
    const { done, value } = steps.next();
    if (done) return value;
    afterStep(count);
  }
}

/** Does the work in slices, between which other events are handled. */
export async function inSlices<T>(steps: Steps<T>, { startSlice, rest }: SlicePace): Promise<T> {
  let isOver = startSlice();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (!isOver()) continue;
    await rest();
    isOver = startSlice();
  }
}

const SLICE_MS = 2;
/** Between two slices. The work takes at most a third of the time of the event loop. */
const REST_MS = 4;

/** For work beside requests that somebody waits for. */
export function considerate(tickMs: () => number): SlicePace {
  return {
    startSlice() {
      const endMs = tickMs() + SLICE_MS;
      return () => tickMs() >= endMs;
    },
    rest: () => new Promise((resolve) => setTimeout(resolve, REST_MS)),
  };
}
