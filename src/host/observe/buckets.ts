/**
 * Buckets of durations. Prometheus sees the bounds. The range between two bounds is divided into parts, so that
 * percentiles are more precise than the bounds.
 */
export const BOUNDS_MS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000] as const;

const PARTS_PER_BOUND = 6;

/** The last bucket is for durations above every bound. */
export const BUCKETS = BOUNDS_MS.length * PARTS_PER_BOUND + 1;

const UPPER = Float64Array.from(BOUNDS_MS);
const LOWER = Float64Array.from([0, ...BOUNDS_MS.slice(0, -1)]);
const PARTS_PER_MS = UPPER.map((upper, i) => PARTS_PER_BOUND / (upper - at(LOWER, i)));

/** A duration equal to a bound is counted below it, as in Prometheus. */
export function bucketOf(durationMs: number): number {
  const ms = durationMs > 0 ? durationMs : 0;
  for (let i = 0; i < UPPER.length; i++) {
    if (ms > at(UPPER, i)) continue;
    const part = Math.floor((ms - at(LOWER, i)) * at(PARTS_PER_MS, i));
    return i * PARTS_PER_BOUND + Math.min(part, PARTS_PER_BOUND - 1);
  }
  return BUCKETS - 1;
}

/** The number of durations up to each bound, then of all. */
export function cumulative(buckets: Float64Array): readonly number[] {
  let sum = 0;
  return [...BOUNDS_MS, Number.POSITIVE_INFINITY].map((_, bound) => {
    const first = bound * PARTS_PER_BOUND;
    const last = Math.min(first + PARTS_PER_BOUND, BUCKETS);
    for (let i = first; i < last; i++) sum += at(buckets, i);
    return sum;
  });
}

/** An estimate, linear within a part, for the buckets from this cell on. undefined where nothing was counted. */
export function quantileMs(cells: Float64Array, first: number, q: number): number | undefined {
  const buckets = cells.subarray(first, first + BUCKETS);
  const total = buckets.reduce((sum, count) => sum + count, 0);
  if (total <= 0) return undefined;
  let left = q * total;
  for (let i = 0; i < BUCKETS - 1; i++) {
    const count = at(buckets, i);
    if (count > 0 && left <= count) return partStartMs(i) + (left / count) * partMs(i);
    left -= count;
  }
  return at(UPPER, UPPER.length - 1);
}

function partStartMs(bucket: number): number {
  const part = bucket % PARTS_PER_BOUND;
  return at(LOWER, Math.floor(bucket / PARTS_PER_BOUND)) + part * partMs(bucket);
}

function partMs(bucket: number): number {
  return 1 / at(PARTS_PER_MS, Math.floor(bucket / PARTS_PER_BOUND));
}

function at(numbers: Float64Array, index: number): number {
  return numbers[index] ?? 0;
}
