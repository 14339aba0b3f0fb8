/** The last windows of a name on this machine. */
export type Demand = {
  /** Adds a window that is over. */
  readonly add: (asked: number) => void;
  /** The most in one of the last windows: callers come in bursts. */
  readonly usual: () => number;
};

const WINDOWS = 10;

export function createDemand(): Demand {
  const windows: number[] = [];
  return {
    add(asked) {
      windows.push(asked);
      if (windows.length > WINDOWS) windows.shift();
    },
    usual: () => Math.max(0, ...windows),
  };
}
