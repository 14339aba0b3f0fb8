const REJECTED_WAIT_MS = 1000;

/**
 * Does the work again and again, each time after the wait that the last one resolved to, until it is stopped. The
 * returned function ends a wait early, and resolves when no work runs any more. Work that rejects, which it should not,
 * is repeated too: the process logs what nobody catches.
 */
export function repeat(work: () => Promise<number>): () => Promise<void> {
  let isStopping = false;
  let wake = () => {};

  async function run(): Promise<void> {
    while (!isStopping) {
      const waitMs = await work().catch((error: unknown) => {
        void Promise.reject(error);
        return REJECTED_WAIT_MS;
      });
      if (isStopping) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, waitMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  const ended = run();
  return () => {
    isStopping = true;
    wake();
    return ended;
  };
}

/**
 * Work of which one round runs at a time. A call during a round waits for the next one, because this round may not
 * see what the caller has changed. Calls that wait share a round.
 */
export function inRounds(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let waiting: Promise<void> | undefined;
  const start = (): Promise<void> => {
    waiting = undefined;
    running = work().finally(() => {
      running = undefined;
    });
    return running;
  };
  return () => {
    if (running === undefined) return start();
    waiting ??= running.then(start, start);
    return waiting;
  };
}

/** Runs one piece of work behind the other. `'too-many'`: so many are under way that no further one is taken. */
export function createQueue(underWayMax: number) {
  let last: Promise<unknown> = Promise.resolve();
  let underWay = 0;
  return <T>(run: () => Promise<T>): Promise<T | 'too-many'> => {
    if (underWay >= underWayMax) return Promise.resolve('too-many');
    underWay++;
    const work = last.catch(() => {}).then(run);
    last = work;
    return work.finally(() => {
      underWay--;
    });
  };
}

/** Does the work once nothing has happened for a while. To be called when something has. Keeps no process running. */
export type WhenQuiet = (work: () => void) => () => void;

export function quietFor(quietMs: number): WhenQuiet {
  return (work) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    return () => {
      clearTimeout(timer);
      timer = setTimeout(work, quietMs);
      timer.unref();
    };
  };
}

/**
 * Handles each value after the replies of this iteration of the event loop were sent. All values of one iteration share
 * a single `setImmediate`. If `handle` throws, `onError` gets the error and its value; the others are still handled.
 */
export function createAfterwards<T>(
  handle: (value: T) => void,
  onError: (error: unknown, value: T) => void,
): (value: T) => void {
  let values: T[] = [];
  const run = () => {
    const batch = values;
    values = [];
    for (const value of batch) {
      try {
        handle(value);
      } catch (error) {
        onError(error, value);
      }
    }
  };
  return (value) => {
    if (values.push(value) === 1) setImmediate(run);
  };
}
