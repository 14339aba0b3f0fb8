export const DAY_MS = 86_400_000;

/** The number of the UTC day that a moment falls on. */
export function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS);
}
