/** A chance that a seed decides. */
export function createChance(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** How many come in a millisecond if callers are independent of each other and so many are expected. */
export function arrivals(expected: number, chance: () => number): number {
  let probability = Math.exp(-expected);
  let sum = probability;
  let count = 0;
  for (const drawn = chance(); drawn > sum && probability > 0; sum += probability) {
    probability *= expected / ++count;
  }
  return count;
}

/** Counts by window. */
export function createWindows() {
  const counts = new Map<number, number>();
  return {
    add: (window: number, by = 1) => void counts.set(window, (counts.get(window) ?? 0) + by),
    of: (window: number) => counts.get(window) ?? 0,
    all: () => [...counts.keys()].sort((a, b) => a - b),
  };
}
