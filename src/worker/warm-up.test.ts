import { expect, test } from 'bun:test';
import { silentLog } from '../observe/log.ts';
import { WARM_UP_REQUESTS, warmUp } from './warm-up.ts';

const SURROUNDINGS = {
  log: silentLog,
  nowMs: Date.now,
  newId: () => crypto.randomUUID(),
  chance: Math.random,
};

test('every request of the warm-up is served with an ad', async () => {
  const statuses = await warmUp({ ...SURROUNDINGS, tickMs: () => 0 });
  expect(statuses).toEqual(Array(WARM_UP_REQUESTS).fill(200));
});

test('a slow machine ends the warm-up early', async () => {
  let now = 0;
  const statuses = await warmUp({ ...SURROUNDINGS, tickMs: () => (now += 100) });
  expect(statuses.length).toBeLessThan(WARM_UP_REQUESTS);
});
