import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { createChance } from '../chance.ts';
import { runs } from '../properties/runs.ts';
import { createFleet } from './fleet.ts';
import { arrivals, createWindows } from './traffic.ts';

const LIMIT = 40;
/** The limit of the address is the one that is met. */
const LIMITS = { globalPerSecond: 1000, publisherPerSecond: 1000, ipPerSecond: LIMIT };
/** Of the limit, on each machine: they would admit far more than they may. */
const DEMAND = 2;
const OUT_FROM_MS = 5000;
const AFTER_MS = 8000;

const CRASH = fc.record({
  seed: fc.integer(),
  machines: fc.integer({ min: 2, max: 5 }),
  outMs: fc.integer({ min: 0, max: 9000 }),
});

test('a Redis that loses its memory in an outage of any length gives a window twice its limit at most', () => {
  fc.assert(
    fc.property(CRASH, ({ seed, machines, outMs }) => {
      const chance = createChance(seed);
      const startMs = { value: 0 };
      const isOut = (ms: number) => {
        const passedMs = ms - startMs.value;
        return passedMs >= OUT_FROM_MS && passedMs < OUT_FROM_MS + outMs;
      };
      const weather = (_: number, ms: number) => {
        const delay = () => (isOut(ms) ? undefined : 1 + Math.floor(chance() * 20));
        return { thereMs: delay(), backMs: delay() };
      };
      const fleet = createFleet({ limits: LIMITS, roundMs: 100, weather });
      startMs.value = fleet.nowMs();
      for (let i = 0; i < machines; i++) fleet.add();
      const admitted = createWindows();
      for (let ms = 0; ms < OUT_FROM_MS + outMs + AFTER_MS; ms++) {
        if (ms === OUT_FROM_MS + outMs) fleet.redis.forget();
        fleet.step();
        for (const machine of fleet.machines) {
          if (!machine.isReady()) continue;
          for (let count = arrivals((LIMIT * DEMAND) / 1000, chance); count > 0; count--) {
            if (machine.limiter.admit('10.0.0.1').isAdmitted) admitted.add(machine.window());
          }
        }
      }
      const most = Math.max(...admitted.all().map((window) => admitted.of(window)));
      expect(most).toBeLessThanOrEqual(2 * LIMIT);
    }),
    { numRuns: runs(20) },
  );
});
