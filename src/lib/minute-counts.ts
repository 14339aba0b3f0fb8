const MINUTE_MS = 60_000;

export type MinuteCount = { readonly startMs: number; readonly count: number };

/** Counts one more; a minute after the first one it starts again. */
export function oneMore(counted: MinuteCount | undefined, nowMs: number): MinuteCount {
  return counted !== undefined && nowMs - counted.startMs < MINUTE_MS
    ? { startMs: counted.startMs, count: counted.count + 1 }
    : { startMs: nowMs, count: 1 };
}

/** When a count starts again. */
export function endMsOf({ startMs }: MinuteCount): number {
  return startMs + MINUTE_MS;
}

/** Counts by name, one minute each. The name that was counted longest ago is forgotten, where there are too many. */
export function createMinuteCounts(nowMs: () => number, namesMax: number) {
  const counts = new Map<string, MinuteCount>();
  return (name: string): MinuteCount => {
    const next = oneMore(counts.get(name), nowMs());
    counts.delete(name);
    counts.set(name, next);
    const [oldest] = counts.keys();
    if (counts.size > namesMax && oldest !== undefined) counts.delete(oldest);
    return next;
  };
}
