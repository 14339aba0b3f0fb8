import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { Limits } from '../../src/core/exchange/limiter.ts';
import { shareOf } from '../../src/host/fleet/lot-memory.ts';
import { createChance } from '../chance.ts';
import { runs } from '../properties/runs.ts';
import { createFleet, type FleetMachine, type Weather } from './fleet.ts';
import { arrivals, createWindows } from './traffic.ts';

const SCOPES = ['global', 'publisher', 'ip'] as const;

/** Counts what each scope has admitted, and what it may have: the limit, and a share for each machine without Redis. */
function createLedger(limits: Limits) {
  const limitOf = {
    global: limits.globalPerSecond,
    publisher: limits.publisherPerSecond,
    ip: limits.ipPerSecond,
  };
  const admitted = new Map(SCOPES.map((scope) => [scope, createWindows()]));
  const cutOff = new Map<string, number>();
  return {
    count(machine: FleetMachine, index: number) {
      for (const scope of SCOPES) admitted.get(scope)?.add(machine.window());
      if (machine.isCurrent()) return;
      const key = `${machine.window()} ${index}`;
      cutOff.set(key, Math.min(cutOff.get(key) ?? Number.MAX_VALUE, machine.machinesKnown()));
    },
    /** The windows of a scope that have more than they may. */
    excess(): readonly string[] {
      return SCOPES.flatMap((scope) => {
        const limit = limitOf[scope];
        const windows = admitted.get(scope);
        return (windows?.all() ?? []).flatMap((window) => {
          const alone = [...cutOff].filter(([key]) => key.startsWith(`${window} `));
          const extra = alone.reduce(
            (sum, [, known]) => sum + shareOf(limit, Math.max(1, known)),
            0,
          );
          const count = windows?.of(window) ?? 0;
          return count > limit + extra
            ? [`${scope} ${window}: ${count} > ${limit} + ${extra}`]
            : [];
        });
      });
    },
  };
}

const STORM = fc.record({
  seed: fc.integer(),
  machines: fc.integer({ min: 1, max: 5 }),
  /** The second in which a further machine starts. */
  joinsAt: fc.option(fc.integer({ min: 2, max: 9 })),
  lossRate: fc.constantFrom(0, 0.1, 0.5),
  delayMsMax: fc.constantFrom(2, 60, 400),
  /** A machine that does not reach Redis for some seconds. */
  outage: fc.option(fc.record({ machine: fc.nat(4), from: fc.nat(9), seconds: fc.nat(6) })),
  skewMsMax: fc.constantFrom(0, 300),
  roundMs: fc.constantFrom(100, 400),
  limit: fc.constantFrom(10, 60, 400),
  demand: fc.constantFrom(0.5, 1, 3),
  /** Whether all callers reach the first machine. */
  isSticky: fc.boolean(),
});

const SECONDS = 12;

describe('whatever the network does', () => {
  test('no window has more than its limit, and a share for each machine without Redis', () => {
    fc.assert(
      fc.property(STORM, (storm) => {
        const { limit, machines, joinsAt, lossRate, delayMsMax, outage, roundMs } = storm;
        const chance = createChance(storm.seed);
        const limits = {
          globalPerSecond: 3 * limit,
          publisherPerSecond: 2 * limit,
          ipPerSecond: limit,
        };
        const weather = (machine: number, ms: number): Weather => {
          const second = Math.floor(ms / 1000) - startSec;
          const isOut =
            outage?.machine === machine &&
            second >= outage.from &&
            second < outage.from + outage.seconds;
          const delay = () =>
            isOut || chance() < lossRate ? undefined : 1 + Math.floor(chance() * delayMsMax);
          return { thereMs: delay(), backMs: delay() };
        };
        const skews = Array.from({ length: 6 }, () =>
          Math.floor((2 * chance() - 1) * storm.skewMsMax),
        );
        const fleet = createFleet({
          limits,
          roundMs,
          weather,
          skewMs: (index) => skews[index] ?? 0,
        });
        const startSec = Math.floor(fleet.nowMs() / 1000);
        for (let i = 0; i < machines; i++) fleet.add();
        const ledger = createLedger(limits);
        for (let ms = 0; ms < SECONDS * 1000; ms++) {
          if (joinsAt !== null && ms === joinsAt * 1000 + 137) fleet.add();
          fleet.step();
          for (const [index, machine] of fleet.machines.entries()) {
            if (!machine.isReady() || (storm.isSticky && index > 0)) continue;
            const parts = storm.isSticky ? 1 : fleet.machines.length;
            const count = arrivals((limit * storm.demand) / parts / 1000, chance);
            for (let i = 0; i < count; i++) {
              const { isAdmitted, state } = machine.limiter.admit('10.0.0.1');
              if (!isAdmitted) continue;
              const settled = machine.limiter.settle({ ip: '10.0.0.1', publisher: 'p', state });
              if (settled.isAdmitted) ledger.count(machine, index);
            }
          }
        }
        expect(ledger.excess()).toEqual([]);
      }),
      { numRuns: runs(20) },
    );
  });
});
