/**
 * Does the work again and again, each time after the wait that the last one resolved to, until it is stopped. The
 * returned function ends a wait early, and resolves when no work runs any more. The work must not reject.
 */
export function repeat(work: () => Promise<number>): () => Promise<void> {
  let isStopping = false;
  let wake = () => {};

  async function run(): Promise<void> {
    while (!isStopping) {
      const waitMs = await work();
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
