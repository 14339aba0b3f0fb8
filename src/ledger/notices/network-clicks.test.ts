import { expect, test } from 'bun:test';
import { NOON_MS, SALE } from '../../../test/notices/a-sale.ts';
import { aMachine } from '../../../test/notices/machine-counts.ts';
import { createNetworkClicks, NETWORK_CLICKS_MAX } from './receive.ts';

const HOUR_MS = 3_600_000;
const aWorker = ({ counts } = aMachine()) => createNetworkClicks(counts());

const clicksFrom = (isOneTooMany: ReturnType<typeof createNetworkClicks>, callers: string[]) =>
  callers.filter((caller) => isOneTooMany(caller, SALE, NOON_MS)).length;

const many = (of: (n: number) => string) =>
  Array.from({ length: NETWORK_CLICKS_MAX + 5 }, (_, n) => of(n));

test('clicks on one campaign from one network are too many after the tenth', () => {
  expect(
    clicksFrom(
      aWorker(),
      many((n) => `8.8.8.${n}`),
    ),
  ).toBe(5);
  expect(
    clicksFrom(
      aWorker(),
      many((n) => `2a00:1450:4001:80${n % 8}::/64`),
    ),
  ).toBe(5);
});

test('other networks, other campaigns and another hour do not count', () => {
  const isOneTooMany = aWorker();
  expect(
    clicksFrom(
      isOneTooMany,
      many((n) => `8.8.${n}.8`),
    ),
  ).toBe(0);
  for (let n = 0; n < NETWORK_CLICKS_MAX; n++) isOneTooMany('9.9.9.9', SALE, NOON_MS);
  expect(isOneTooMany('9.9.9.9', { ...SALE, campaign: 'other' }, NOON_MS)).toBeFalse();
  expect(isOneTooMany('9.9.9.9', SALE, NOON_MS + HOUR_MS - 1)).toBeTrue();
  // Counts last for up to a seventh longer than their time.
  expect(isOneTooMany('9.9.9.9', SALE, NOON_MS + (HOUR_MS * 8) / 7)).toBeFalse();
});

test('the address of a proxy, a network of the config and an unknown caller are not counted', () => {
  for (const caller of ['10.1.2.3', '127.0.0.1', 'fd00:1:2:3::/64', '8.8.8.0/24', 'unknown']) {
    expect(
      clicksFrom(
        aWorker(),
        many(() => caller),
      ),
    ).toBe(0);
  }
});
