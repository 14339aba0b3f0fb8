import { beforeEach, expect, test } from 'bun:test';
import { admittedOf, ask, START_MS } from '../../../test/limiter.ts';
import { ownCounters } from '../../../test/own-counters.ts';
import type { Limiter } from '../../core/exchange/limiter.ts';
import { createMachineLimiter } from './machine-limiter.ts';

const LIMITS = {
  globalPerSecond: 5,
  publisherPerSecond: 2,
  ipPerSecond: 2,
};

let limiter: Limiter;

/** A second in which names that nobody asks about have taken every bucket of both tables. */
beforeEach(() => {
  const counters = ownCounters(LIMITS);
  limiter = createMachineLimiter(LIMITS, counters, () => START_MS);
  const second = BigInt((START_MS / 1000) % 2 ** 20);
  for (const { words } of [counters.ips, counters.publishers]) words.fill((second << 44n) | 1n);
});

test('an address without a free bucket is held to the global limit alone', () => {
  expect(admittedOf(10, () => ask(limiter, '10.0.0.9'))).toBe(5);
});

test('a publisher without a free bucket is held to the global limit alone', () => {
  expect(admittedOf(10, (i) => ask(limiter, `10.0.0.${i + 2}`, 'pub-1'))).toBe(5);
});

test('an address without a free bucket has used nothing of its own limit', () => {
  expect(limiter.look('10.0.0.9')).toMatchObject({ scope: 'ip', limit: 2, remaining: 2 });
});
