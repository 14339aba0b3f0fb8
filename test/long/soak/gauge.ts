import { readdirSync, readFileSync } from 'node:fs';
import { residentMegabytesOf } from '../../../bench/measure/proc.ts';

/** The workers of a supervisor, the oldest first. */
export function workersOf(supervisor: number): readonly number[] {
  const children = readFileSync(`/proc/${supervisor}/task/${supervisor}/children`, 'utf8').trim();
  return children === '' ? [] : children.split(' ').map(Number);
}

/** Open files, sockets and pipes. */
export function handlesOf(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

export type Gauge = {
  readonly sample: () => void;
  /** Medians of the second quarter of the time and of the last, in megabytes. */
  readonly growth: () => { readonly fromMb: number; readonly toMb: number };
};

/** More would only make the medians slower. */
const SAMPLES_MAX = 10_000;

/** The memory of one process over time. The first quarter, in which code is compiled and caches fill, does not count. */
export function createGauge(pid: number): Gauge {
  let samples: number[] = [];
  return {
    sample() {
      const megabytes = residentMegabytesOf([pid]);
      if (megabytes !== null) samples.push(megabytes);
      // Every second one stays, so that they still cover the whole time.
      if (samples.length > SAMPLES_MAX) samples = samples.filter((_, index) => index % 2 === 0);
    },
    growth() {
      const quarter = Math.floor(samples.length / 4);
      return {
        fromMb: medianOf(samples.slice(quarter, 2 * quarter)),
        toMb: medianOf(samples.slice(3 * quarter)),
      };
    },
  };
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
