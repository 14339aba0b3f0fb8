import type { Job } from './job.ts';
import type { Latencies } from './latencies.ts';

/** A way to put a server under load; `onEdge` is called where the measurement begins and where it ends. */
export type Drive = (job: Job, requests: readonly Buffer[], onEdge: () => void) => Promise<Driven>;

export type Driven = {
  readonly latencies: Latencies;
  readonly statuses: ReadonlyMap<number, number>;
  readonly seconds: number;
  readonly connectionsLost: number;
  readonly unanswered: number;
  readonly sentLateMsP99: number;
};
