import { describe, expect, test } from 'bun:test';
import { ownCounters } from '../../../test/own-counters.ts';
import { createMachineLimiter } from './machine-limiter.ts';
import { createLimitWatch } from './watched-limiter.ts';

const LIMITS = { globalPerSecond: 100, publisherPerSecond: 2, ipPerSecond: 3 };
const NOW_MS = 1_700_000_000_500;

function watching() {
  const watch = createLimitWatch();
  const machine = createMachineLimiter(LIMITS, ownCounters(LIMITS), () => NOW_MS);
  return { watch, limiter: watch.watched(machine), look: () => watch.look(NOW_MS, 'salt').names };
}

describe('a watched limiter', () => {
  test('reports requests by name, and refusals in the scope that refused', () => {
    const { limiter, look } = watching();
    for (let i = 0; i < 5; i++) {
      const { isAdmitted, state } = limiter.admit('192.0.2.77');
      if (isAdmitted) limiter.settle({ ip: '192.0.2.77', publisher: 'pub', state });
    }
    const { global, publisher, ip } = look();
    expect(global[0]?.asked.at(-1)).toBe(5);
    expect(publisher[0]).toMatchObject({ name: 'pub', refused: 3 });
    expect(ip[0]?.asked.at(-1)).toBe(5);
    expect(global[0]?.refused).toBe(0);
  });

  test('reports the network of an address, a different one for neighbours, and never the address', () => {
    const { limiter, look } = watching();
    for (const ip of ['192.0.2.77', '192.0.2.78', '2001:db8:1:2::/64']) limiter.admit(ip);
    const names = look().ip.map(({ name }) => name);
    expect(names[0]).toMatch(/^192\.0\.2\.0 ~[0-9a-f]{4}$/);
    expect(names[2]).toMatch(/^2001:db8:1:0:: ~[0-9a-f]{4}$/);
    expect(new Set(names).size).toBe(3);
  });
});
