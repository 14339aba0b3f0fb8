import { expect, test } from 'bun:test';
import { ROUND_MS } from '../../src/host/fleet/redis.ts';
import { createChance } from '../chance.ts';
import { createFleet } from './fleet.ts';
import { arrivals, createWindows } from './traffic.ts';

const MACHINES = 4;
/** The names are leased, and the demand is known, from then on. */
const SETTLED_SEC = 6;
const SECONDS = 20;

/** The part of the limit that was refused although another machine had permits left, on average over all windows. */
function tooEarly(limit: number, demand: number): number {
  const chance = createChance(7);
  const fleet = createFleet({
    limits: { globalPerSecond: 1e6, publisherPerSecond: limit, ipPerSecond: 1e6 },
    roundMs: ROUND_MS,
    weather: () => ({ thereMs: 1, backMs: 1 }),
  });
  for (let i = 0; i < MACHINES; i++) fleet.add();
  const [asked, admitted] = [createWindows(), createWindows()];
  for (let ms = 0; ms < SECONDS * 1000; ms++) {
    fleet.step();
    for (const { limiter, window } of fleet.machines) {
      for (let n = arrivals((limit * demand) / MACHINES / 1000, chance); n > 0; n--) {
        asked.add(window());
        const ip = `10.0.${Math.floor(chance() * 256)}.${Math.floor(chance() * 256)}`;
        const { isAdmitted, state } = limiter.admit(ip);
        if (isAdmitted && limiter.settle({ ip, publisher: 'p', state }).isAdmitted) {
          admitted.add(window());
        }
      }
    }
  }
  const windows = asked.all().slice(SETTLED_SEC, -1);
  const missed = windows.map((one) => Math.min(limit, asked.of(one)) - admitted.of(one));
  expect(Math.min(...missed)).toBeGreaterThanOrEqual(0);
  return missed.reduce((sum, part) => sum + part, 0) / windows.length / limit;
}

test.each([
  [1000, 0.9],
  [1000, 1],
  [1000, 1.1],
  [4000, 1],
])(
  '4 machines refuse less than 1 % of a limit of %p too early at %p times its traffic',
  (limit, demand) => {
    expect(tooEarly(limit, demand)).toBeLessThan(0.01);
  },
);

test('4 machines refuse next to nothing too early at nine tenths of the limit', () => {
  expect(tooEarly(4000, 0.9)).toBeLessThan(0.001);
});
