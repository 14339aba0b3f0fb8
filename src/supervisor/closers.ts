/** What has been started and has to be ended, in the opposite order. */
export type Closers = {
  readonly add: (close: () => unknown) => void;
  /** Ends everything once, the last started first. */
  readonly closeAll: () => Promise<void>;
};

export function createClosers(): Closers {
  const closers: (() => unknown)[] = [];
  return {
    add: (close) => void closers.push(close),
    async closeAll() {
      for (const close of closers.splice(0).reverse()) await close();
    },
  };
}
