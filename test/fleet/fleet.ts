import type { Limiter, Limits } from '../../src/core/exchange/limiter.ts';
import { createAllowance, createBusyCallers } from '../../src/host/fleet/allowances.ts';
import { LOT_WORDS, mapLots } from '../../src/host/fleet/lot-memory.ts';
import { createLots } from '../../src/host/fleet/lots.ts';
import { createMachineLimiter } from '../../src/host/limits/machine-limiter.ts';
import { createLimitWatch } from '../../src/host/limits/watched-limiter.ts';
import { START_MS } from '../limiter.ts';
import { ownCounters } from '../own-counters.ts';
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
    const memory = {
      limits: ownCounters(limits),
      lots: mapLots(new BigUint64Array(LOT_WORDS)),
    };
    const held = memory.lots;
    const watch = createLimitWatch();
    const allowance = createAllowance(memory.lots);
    const limiter = createMachineLimiter(limits, memory.limits, nowMs, allowance);
    const machineId = `m-${index}`;
    const lots = createLots({
      ...{ machineId, roundMs, counters: memory.limits, lots: held },
      globalPerSecond: () => limits.globalPerSecond,
    });
    const busyCallers = createBusyCallers({ limits, memory, workers: 1, watch });
    let round = 0;
    let dueMs = ms + ((index * 37) % roundMs);
    steps.push(() => {
      if (ms < dueMs) return;
      dueMs = ms + ROUND_MS_MAX;
      const number = ++round;
      if (number % 3 === 0) lots.note(busyCallers(nowMs()));
      const asked = lots.round(nowMs());
      const askedMs = ms;
      const { thereMs, backMs } = weather(index, ms);
      if (thereMs === undefined) return;
      later(thereMs, () => {
        const answers = asked.map(({ command }) => redis.run(command, ms));
        if (backMs === undefined) return;
        later(backMs, () => {
          if (number !== round) return;
          for (const [i, { take }] of asked.entries()) take?.(answers[i], nowMs());
          dueMs = askedMs + roundMs;
        });
      });
    });
    const window = () => Math.floor(nowMs() / 1000);
    const machine: FleetMachine = {
      limiter: watch.watched(limiter),
      window,
      isReady: () => lots.hasJoined(nowMs()),
      isCurrent: () => held.validUntil() >= window(),
      machinesKnown: held.machines,
    };
    machines.push(machine);
    return machine;
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
