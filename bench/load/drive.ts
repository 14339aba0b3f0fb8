import type { Generator, Job, Latency } from './job.ts';

/** A way to put a server under load; `onEdge` is called where the measurement begins and where it ends. */
export type Drive = (job: Job, next: NextRequest, onEdge: () => void) => Promise<Driven>;

/** The bytes of the next request, to be sent before it is called again: they are patched in place. */
export type NextRequest = () => Buffer;

export type Driven = {
  readonly generator: Generator;
  readonly answers: number;
  readonly latency: Latency;
  readonly statuses: Readonly<Record<string, number>>;
  readonly seconds: number;
  readonly connectionsLost: number;
  readonly unanswered: number;
  readonly sentLateMsP99: number;
  readonly queueGrowthShare: number;
  /** Of a process of its own; undefined: it is this one. */
  readonly generatorCpuSec?: number;
};
