/** The buckets of message numbers, each by the first number in it. */
export const TURN_BUCKETS = [
  { from: 1, name: '1' },
  { from: 2, name: '2-3' },
  { from: 4, name: '4-7' },
  { from: 8, name: '8-15' },
  { from: 16, name: '16+' },
] as const;

export function turnBucket(message: number | undefined): string {
  if (message === undefined) return '';
  return TURN_BUCKETS.findLast(({ from }) => message >= from)?.name ?? '';
}
