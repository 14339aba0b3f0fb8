/** Changes that one token may make in a minute: more than people make, and little for the database. */
export const CHANGES_PER_MINUTE_MAX = 600;

const MINUTE_MS = 60_000;

/** Returns whether this caller may make one more change now. Callers are few: each has a token of the config. */
export function createChangeLimit(nowMs: () => number): (who: string) => boolean {
  const windows = new Map<string, { readonly startMs: number; count: number }>();
  return (who) => {
    const now = nowMs();
    let window = windows.get(who);
    if (window === undefined || now - window.startMs >= MINUTE_MS) {
      window = { startMs: now, count: 0 };
      windows.set(who, window);
    }
    window.count++;
    return window.count <= CHANGES_PER_MINUTE_MAX;
  };
}
