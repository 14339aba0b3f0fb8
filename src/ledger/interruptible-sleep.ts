/** A sleep that can be ended early. One sleep at a time. */
export type InterruptibleSleep = {
  readonly sleep: (ms: number) => Promise<void>;
  readonly wake: () => void;
};

export function createInterruptibleSleep(): InterruptibleSleep {
  let wake = () => {};
  return {
    sleep: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, ms);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    wake: () => wake(),
  };
}
