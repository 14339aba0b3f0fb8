/**
 * Digits in a body that the generator replaces, in every request, by a number that no other request has: a cache that
 * only helps because a benchmark repeats itself is none.
 */
export const FRESH_DIGITS = '0000000000000000';

/** What the load generator is told on its standard input. */
export type Job = {
  readonly port: number;
  readonly path: string;
  /** Sent in turn, `FRESH_DIGITS` replaced. */
  readonly bodies: readonly string[];
  /** Asked for by GET in turn, instead of sending bodies. */
  readonly paths: readonly string[];
  readonly connections: number;
  /** Sent and answered like the rest, but not measured. */
  readonly warmUpMs: number;
  readonly measureMs: number;
  /** Open loop: requests leave at this rate, answered or not. Without it, each answer brings the next request. */
  readonly ratePerSecond: number | null;
  /** The process under load: its CPU time and that of its children is taken at both ends of the measurement. */
  readonly serverPid: number;
};

/** What it prints when it is done. */
export type Report = {
  readonly answers: number;
  readonly seconds: number;
  readonly perSecond: number;
  readonly statuses: Readonly<Record<string, number>>;
  readonly connectionsLost: number;
  /** Open loop: requests that nobody answered; they count in the latencies with the time waited so far. */
  readonly unanswered: number;
  readonly latency: Latency;
  /** Open loop: how late the generator looked what was due. If it is much, it was short of CPU. */
  readonly sentLateMsP99: number;
  /**
   * Open loop: of the requests due in the second half, those by which the queue was longer at its end than at its
   * beginning. Zero, but for chance, where the server holds the rate.
   */
  readonly queueGrowthShare: number;
  /** `null` where the system has no /proc. */
  readonly serverCpuSec: number | null;
  readonly generatorCpuSec: number;
  /** By all processes of this machine; the generator's own were open before. */
  readonly connectionsOpened: number | null;
  /** Of all cores, by all processes. */
  readonly machineBusyShare: number | null;
  /** The same of the other checkout, measured in the same turn. */
  readonly other?: Report;
};

export type Latency = {
  readonly p50Ms: number;
  readonly p90Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly p999Ms: number;
  readonly maxMs: number;
};

/** Nothing may run longer than this, whatever a job says. */
export const JOB_MS_MAX = 15 * 60_000;
export const CONNECTIONS_MAX = 1024;
export const RATE_MAX = 200_000;

export function checkJob(job: Job): void {
  const { connections, warmUpMs, measureMs, ratePerSecond, bodies, paths } = job;
  if (!(connections >= 1 && connections <= CONNECTIONS_MAX)) throw new Error('bad connections');
  if (!(measureMs > 0 && warmUpMs >= 0 && warmUpMs + measureMs <= JOB_MS_MAX)) {
    throw new Error('bad duration');
  }
  if (ratePerSecond !== null && !(ratePerSecond > 0 && ratePerSecond <= RATE_MAX)) {
    throw new Error('bad rate');
  }
  if (bodies.length + paths.length === 0) throw new Error('nothing to ask for');
}

/** The bytes of the next request, to be sent before it is called again: they are patched in place. */
export type NextRequest = () => Buffer;

/** A way to put a server under load; `onEdge` is called where the measurement begins and where it ends. */
export type Drive = (job: Job, next: NextRequest, onEdge: () => void) => Promise<Driven>;

/** What the way of driving knows; `main.ts` adds the CPU of both sides. */
export type Driven = Omit<
  Report,
  | 'perSecond'
  | 'serverCpuSec'
  | 'generatorCpuSec'
  | 'connectionsOpened'
  | 'machineBusyShare'
  | 'other'
>;
