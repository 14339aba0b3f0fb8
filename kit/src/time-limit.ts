/** A time limit and a caller who may cancel, as one thing to wait for. */
export type Limit = {
  /** Aborts when either happens. */
  readonly signal: AbortSignal;
  /** Resolves when either happens; never rejects. */
  readonly reached: Promise<'timeout' | 'aborted'>;
  readonly leftMs: () => number;
  /** Gives back the timer and the listener. */
  readonly clear: () => void;
};

export function startLimit(limitMs: number, outer: AbortSignal | undefined): Limit {
  const startMs = performance.now();
  const controller = new AbortController();
  const { promise, resolve } = withResolver<'timeout' | 'aborted'>();
  const reach = (how: 'timeout' | 'aborted') => {
    resolve(how);
    controller.abort();
  };
  const onAbort = () => reach('aborted');
  const timer = setTimeout(() => reach('timeout'), limitMs);
  if (outer?.aborted) onAbort();
  else outer?.addEventListener('abort', onAbort, { once: true });
  return {
    signal: controller.signal,
    reached: promise,
    leftMs: () => Math.max(0, limitMs - (performance.now() - startMs)),
    clear() {
      clearTimeout(timer);
      outer?.removeEventListener('abort', onAbort);
    },
  };
}

/** `Promise.withResolvers`, which Node 20 does not have. */
function withResolver<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
