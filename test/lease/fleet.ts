import type { Limiter, Limits } from '../../src/core/exchange/limiter.ts';
import { createLeasedAllowances } from '../../src/host/limits/lease/allowances.ts';
import { createHotReader } from '../../src/host/limits/lease/hot-ring.ts';
import {
  createLeaseGroup,
  type LeaseGroup,
  type MappedLimits,
} from '../../src/host/limits/lease/lease-group.ts';
import { LEASE_BYTES, mapLease, standingOf } from '../../src/host/limits/lease/lease-memory.ts';
import type { LeaseAnswer } from '../../src/host/limits/lease/lease-script.ts';
import { mapCounters, ownMemory } from '../../src/host/limits/limit-counters.ts';
import { createMachineLimiter } from '../../src/host/limits/machine-limiter.ts';
import { START_MS } from '../limiter.ts';
import { createModelRedis } from './model-redis.ts';

/** How the network treats one round: undefined delays never arrive. */
export type Weather = {
  readonly thereMs: number | undefined;
  readonly backMs: number | undefined;
};

export type FleetMachine = {
  readonly limiter: Limiter;
  readonly isReady: () => boolean;
  readonly window: () => number;
  /** Whether the machine knows what holds in the window that is under way. */
  readonly isCurrent: () => boolean;
  /** The machines that it has last heard of. */
  readonly machinesKnown: () => number;
};

export type FleetOptions = {
  readonly limits: Limits;
  readonly roundMs: number;
  readonly weather: (machine: number, ms: number) => Weather;
  /** How far the clock of a machine is from that of Redis. */
  readonly skewMs?: (machine: number) => number;
};

/** A round without an answer is given up after this time. */
const ROUND_MS_MAX = 250;

/** Machines that share limits on a simulated clock, with a simulated network and the model of Redis. */
export function createFleet(options: FleetOptions) {
  const { limits, roundMs, weather, skewMs = () => 0 } = options;
  const redis = createModelRedis();
  let ms = START_MS;
  let events: { readonly atMs: number; readonly run: () => void }[] = [];
  const machines: FleetMachine[] = [];
  const steps: (() => void)[] = [];
  const later = (afterMs: number, run: () => void) => {
    events.push({ atMs: ms + afterMs, run });
  };

  function add(): FleetMachine {
    const index = machines.length;
    const nowMs = () => ms + skewMs(index);
    const memory = ownMemory(limits);
    const leaseMemory = { buffer: new ArrayBuffer(LEASE_BYTES), byteOffset: 0 };
    const lease = mapLease(leaseMemory);
    const allowances = createLeasedAllowances(leaseMemory, 1);
    const limiter = createMachineLimiter(limits, memory, nowMs, allowances);
    const group = createLeaseGroup({
      group: 0,
      tag: 'model',
      machineId: `m-${index}`,
      workers: 1,
      round: roundMs / 1000,
      hasGlobalLimit: true,
    });
    const mapped = { limits, counters: mapCounters(limits, memory), lease };
    steps.push(createRounds(group, mapped, { index, nowMs }));
    const window = () => Math.floor(nowMs() / 1000);
    const machine: FleetMachine = {
      limiter,
      window,
      isReady: () => standingOf(lease, 0).validUntil > 0,
      isCurrent: () => standingOf(lease, 0).validUntil >= window(),
      machinesKnown: () => standingOf(lease, 0).machines,
    };
    machines.push(machine);
    return machine;
  }

  function createRounds(
    group: LeaseGroup,
    mapped: MappedLimits,
    { index, nowMs }: { readonly index: number; readonly nowMs: () => number },
  ): () => void {
    const hotNames = createHotReader(mapped.lease.ring);
    let round = 0;
    let dueMs = ms + ((index * 37) % roundMs);
    return () => {
      if (ms < dueMs) return;
      dueMs = ms + ROUND_MS_MAX;
      const number = ++round;
      for (const hot of hotNames()) group.heat(hot, nowMs());
      const question = group.question(mapped, nowMs());
      const askedMs = ms;
      const { thereMs, backMs } = weather(index, ms);
      const arrive = (answer: LeaseAnswer) => {
        if (number !== round) return;
        group.apply(mapped, answer, question, nowMs());
        dueMs = askedMs + roundMs;
      };
      if (thereMs === undefined) return;
      later(thereMs, () => {
        const answer = redis.ask(question, ms);
        if (backMs !== undefined) later(backMs, () => arrive(answer));
      });
    };
  }

  return {
    machines,
    add,
    redis,
    nowMs: () => ms,
    /** Lets a millisecond pass. */
    step() {
      ms++;
      const due = events.filter(({ atMs }) => atMs <= ms);
      if (due.length > 0) events = events.filter(({ atMs }) => atMs > ms);
      for (const { run } of due) run();
      for (const step of steps) step();
    },
  };
}
