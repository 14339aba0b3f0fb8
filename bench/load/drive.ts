import type { Generator, Job, Latency } from './job.ts';

/** A way to put a server under load; `onEdge` is called where the measurement begins and where it ends. */
export type Drive = (job: Job, requests: readonly Buffer[], onEdge: () => void) => Promise<Driven>;

export type Driven = {
  readonly generator: Generator;
  readonly answers: number;
  readonly latency: Latency;
  readonly statuses: Readonly<Record<string, number>>;
  readonly seconds: number;
  readonly connectionsLost: number;
  readonly unanswered: number;
  readonly sentLateMsP99: number;
  /** Of a process of its own; undefined: it is this one. */
  readonly generatorCpuSec?: number;
};
