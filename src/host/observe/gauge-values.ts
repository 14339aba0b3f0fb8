/** What the values of gauges stand for that have words. */

/** The worse, the higher. */
export const JOURNAL_FAULT_VALUES = {
  none: 0,
  busy: 1,
  full: 2,
  failed: 3,
} as const;

export const BREAKER_VALUES = { closed: 0, 'half-open': 1, open: 2 } as const;
export type BreakerWord = keyof typeof BREAKER_VALUES;
