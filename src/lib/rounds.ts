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
