/** A turn of the event loop that came late. */
export type Stall = {
  readonly atMs: number;
  readonly lateMs: number;
  /** CPU that the main thread used in the meantime. */
  readonly cpuMs: number;
  /** The time in which the main thread was ready to run and had no core. */
  readonly waitedMs: number;
  /** Whether a garbage collection ended in the meantime. */
  readonly isCollected: boolean;
};

export const STALL_MS_MIN = 5;

/** In the order in which they are looked for. */
export const CAUSES = {
  'no core': 'the thread was ready to run and waited for a core',
  collection: 'a garbage collection ended in this time',
  requests: 'requests that had arrived together were served',
} as const;

export type Cause = keyof typeof CAUSES;

/** The larger part of the time decides. */
export function causeOf({ lateMs, waitedMs, isCollected }: Stall): Cause {
  if (waitedMs > lateMs / 2) return 'no core';
  return isCollected ? 'collection' : 'requests';
}
