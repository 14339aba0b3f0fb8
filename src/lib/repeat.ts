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
