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
