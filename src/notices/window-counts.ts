type WindowLimits = {
  readonly windowMs: number;
  /** Keys that are remembered; beyond them, the longest known is forgotten. */
  readonly keysMax: number;
};

/** How often each key has come in its window, which begins when it first comes. */
export function createWindowCounts({ windowMs, keysMax }: WindowLimits) {
  const windows = new Map<string, { readonly startMs: number; count: number }>();

  return (key: string, atMs: number): number => {
    const known = windows.get(key);
    if (known !== undefined && Math.abs(atMs - known.startMs) < windowMs) return ++known.count;
    windows.delete(key);
    const [longestKnown] = windows.keys();
    if (windows.size >= keysMax && longestKnown !== undefined) windows.delete(longestKnown);
    windows.set(key, { startMs: atMs, count: 1 });
    return 1;
  };
}
