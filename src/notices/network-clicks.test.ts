import { expect, test } from 'bun:test';
import { NOON_MS, SALE } from '../../test/notices/a-sale.ts';
import { createNetworkClicks, NETWORK_CLICKS_MAX, NETWORK_WINDOW_MS } from './network-clicks.ts';

const clicksFrom = (isOneTooMany: ReturnType<typeof createNetworkClicks>, callers: string[]) =>
  callers.filter((caller) => isOneTooMany(caller, SALE, NOON_MS)).length;

const many = (of: (n: number) => string) =>
  Array.from({ length: NETWORK_CLICKS_MAX + 5 }, (_, n) => of(n));

test('clicks on one campaign from one network are too many after the tenth', () => {
  expect(
    clicksFrom(
      createNetworkClicks(),
      many((n) => `8.8.8.${n}`),
    ),
  ).toBe(5);
  expect(
    clicksFrom(
      createNetworkClicks(),
      many((n) => `2a00:1450:4001:80${n % 8}::/64`),
    ),
  ).toBe(5);
});

test('other networks, other campaigns and another hour do not count', () => {
  const isOneTooMany = createNetworkClicks();
  expect(
    clicksFrom(
      isOneTooMany,
      many((n) => `8.8.${n}.8`),
    ),
  ).toBe(0);
  for (let n = 0; n < NETWORK_CLICKS_MAX; n++) isOneTooMany('9.9.9.9', SALE, NOON_MS);
  expect(isOneTooMany('9.9.9.9', { ...SALE, campaign: 'other' }, NOON_MS)).toBeFalse();
  expect(isOneTooMany('9.9.9.9', SALE, NOON_MS + NETWORK_WINDOW_MS - 1)).toBeTrue();
  expect(isOneTooMany('9.9.9.9', SALE, NOON_MS + NETWORK_WINDOW_MS)).toBeFalse();
});

test('the address of a proxy, a network of the config and an unknown caller are not counted', () => {
  for (const caller of ['10.1.2.3', '127.0.0.1', 'fd00:1:2:3::/64', '8.8.8.0/24', 'unknown']) {
    expect(
      clicksFrom(
        createNetworkClicks(),
        many(() => caller),
      ),
    ).toBe(0);
  }
});

test('what is remembered is bounded', () => {
  const isOneTooMany = createNetworkClicks(3);
  for (let n = 0; n < NETWORK_CLICKS_MAX; n++) isOneTooMany('9.9.9.9', SALE, NOON_MS);
  for (const n of [1, 2, 3]) isOneTooMany(`8.8.${n}.8`, SALE, NOON_MS);
  expect(isOneTooMany('9.9.9.9', SALE, NOON_MS)).toBeFalse();
});
