import { build } from 'hdr-histogram-js';
import type { Latency } from './job.ts';

const LATENCY_US_MAX = 60_000_000;

export type Latencies = {
  readonly add: (milliseconds: number) => void;
  readonly count: () => number;
  readonly summary: () => Latency;
  readonly percentileMs: (percentile: number) => number;
};

/** Every latency to three significant digits, in a fixed amount of memory. */
export function createLatencies(): Latencies {
  const histogram = build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: LATENCY_US_MAX,
    numberOfSignificantValueDigits: 3,
    autoResize: false,
    useWebAssembly: false,
  });
  const percentileMs = (percentile: number) => histogram.getValueAtPercentile(percentile) / 1000;
  return {
    add(milliseconds) {
      const microseconds = Math.round(milliseconds * 1000);
      histogram.recordValue(Math.min(Math.max(microseconds, 1), LATENCY_US_MAX));
    },
    count: () => histogram.totalCount,
    summary: () => ({
      p50Ms: percentileMs(50),
      p90Ms: percentileMs(90),
      p95Ms: percentileMs(95),
      p99Ms: percentileMs(99),
      p999Ms: percentileMs(99.9),
      maxMs: histogram.maxValue / 1000,
    }),
    percentileMs,
  };
}
